import { readFileSync } from 'node:fs';
import { socketInodes } from './processes.ts';

/** A TCP socket of a process; addresses as `127.0.0.1:2113`. */
export interface Socket {
  readonly local: string;
  /** Null while it listens. */
  readonly remote: string | null;
  /** Bytes that the peer has not acknowledged, and bytes that the process has not read. */
  readonly unsent: number;
  readonly unread: number;
}

const listening = '0A';

/** The TCP sockets that a process has open. Empty where there is no `/proc`. */
export function socketsOf(pid: number): readonly Socket[] {
  const inodes = socketInodes(pid);
  return [...rowsOf(pid, 'tcp'), ...rowsOf(pid, 'tcp6')].flatMap(
    ([, local = '', remote = '', state, queues = '', , , , , inode = '']) => {
      if (!inodes.has(inode)) return [];
      const [unsent = 0, unread = 0] = queues.split(':').map((hex) => Number.parseInt(hex, 16));
      const isListening = state === listening;
      return {
        local: address(local),
        remote: isListening ? null : address(remote),
        // Of a listening socket these count connections.
        ...(isListening ? { unsent: 0, unread: 0 } : { unsent, unread }),
      };
    },
  );
}

function rowsOf(pid: number, table: string): readonly (readonly string[])[] {
  try {
    const [, ...rows] = readFileSync(`/proc/${pid}/net/${table}`, 'utf8').trimEnd().split('\n');
    return rows.map((row) => row.trim().split(/\s+/));
  } catch {
    return [];
  }
}

/** @param text an address as the kernel writes it: words of four bytes, the lowest byte first, and the port */
function address(text: string): string {
  const [hex = '', port = ''] = text.split(':');
  const bytes = Buffer.from(hex, 'hex').swap32();
  const host = bytes.length === 4 || isMapped(bytes) ? bytes.subarray(-4).join('.') : `[${groups(bytes)}]`;
  return `${host}:${Number.parseInt(port, 16)}`;
}

/** Whether this is an IPv4 address in the form of IPv6. */
const isMapped = (bytes: Buffer): boolean => bytes.toString('hex').startsWith(`${'0'.repeat(20)}ffff`);

const groups = (bytes: Buffer): string =>
  Array.from({ length: 8 }, (_, n) => bytes.readUInt16BE(2 * n).toString(16)).join(':');
