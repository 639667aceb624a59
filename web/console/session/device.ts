import Bowser from 'bowser';
import type { FastifyRequest } from 'fastify';
import { networkOf } from '../../../api/limits/network.ts';
import type { Device } from '../../../domain/person/events.ts';
import { cleanLine } from '../../../domain/text.ts';

/** The device of a request, as a person recognises it among their sessions. */
export function deviceOf({ headers, ip }: FastifyRequest): Device {
  const { browser, os } = Bowser.parse(cleanLine(headers['user-agent'] ?? '').slice(0, 500) || ' ');
  const program = browser.name ?? 'A program';
  return { name: os.name === undefined ? program : `${program} on ${os.name}`, network: networkOf(ip) };
}
