import { readFileSync } from 'node:fs';
import { EventStoreDBClient, type Credentials } from '@eventstore/db-client';
import { parseConnectionString as parseForClient } from '@eventstore/db-client/dist/Client/parseConnectionString.js';
import { GossipClient } from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossip, { type ClusterInfo } from '@eventstore/db-client/generated/gossip_pb.js';
import { OperationsClient } from '@eventstore/db-client/generated/operations_grpc_pb.js';
import operations, { type ScavengeResp } from '@eventstore/db-client/generated/operations_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import { credentials, Metadata, type ChannelCredentials } from '@grpc/grpc-js';
import { parseConnectionString } from '../connection-string.ts';
import { localAuthorization, sendLocally } from '../local-credentials.ts';

/** A member of the event store's cluster, according to its gossip. */
export interface Member {
  /** `host:port` as advertised by the member. */
  readonly name: string;
  /** `host:port` to connect to. */
  readonly address: string;
  readonly state: 'leader' | 'follower' | 'not ready' | 'away';
}

/** Functions that the event store's client lacks: the list of members, and calls to a single member. */
export interface Cluster {
  /** Returns the members. @throws if no known node responds */
  members(): Promise<readonly Member[]>;
  /** Starts a scavenge on one member. @throws if the member does not respond or refuses */
  startScavenge(member: Member): Promise<{ readonly id: string; readonly isRunning: boolean }>;
  /** Opens a client of this member alone; the caller must dispose of it. */
  clientOf(member: Member): EventStoreDBClient;
}

const gossipDeadlineMs = 5_000;
const startDeadlineMs = 10_000;
const { VNodeState } = gossip.MemberInfo;

interface Access {
  readonly channel: ChannelCredentials;
  readonly metadata: Metadata;
  readonly insecure: boolean;
  readonly rootCertificate: Buffer | undefined;
  readonly userCertificate: { readonly userKeyFile: Buffer; readonly userCertFile: Buffer } | undefined;
  readonly user: Credentials | undefined;
}

/**
 * Opens access to a cluster. @throws if the connection string cannot be parsed, or a file that it names
 * cannot be read
 */
export function openCluster(url: string): Cluster {
  const parsed = parseConnectionString(url);
  if (!parsed.ok) throw new Error(`the address of the event store ${parsed.error}`);
  const { hosts, ...options } = parseForClient(parsed.value.client);
  const authorization = localAuthorization(parsed.value);
  const access = accessOf(options, authorization);
  const seeds = hosts.map(({ address, port }) => `${address}:${port}`);
  const isOneNode = seeds.length === 1 && !options.dnsDiscover;
  let lastMembers: readonly string[] = [];

  async function members(): Promise<readonly Member[]> {
    let failure: unknown;
    for (const address of new Set([...lastMembers, ...seeds])) {
      try {
        const info = await gossipOf(address, access);
        const found = membersIn(info);
        const [only] = found;
        // A single node may advertise an address that this machine cannot reach; the address in the URL is
        // reachable.
        if (isOneNode && only && found.length === 1) return [{ ...only, address }];
        lastMembers = found.filter(({ state }) => state !== 'away').map((one) => one.address);
        return found;
      } catch (error) {
        failure = error;
      }
    }
    throw failure;
  }

  async function startScavenge({ address }: Member) {
    const answer = await start(address, access);
    const { STARTED } = operations.ScavengeResp.ScavengeResult;
    return { id: answer.getScavengeId(), isRunning: answer.getScavengeResult() !== STARTED };
  }

  function clientOf({ address }: Member): EventStoreDBClient {
    const { insecure, rootCertificate, userCertificate, user } = access;
    const at = address.lastIndexOf(':');
    const endpoint = { address: address.slice(0, at), port: Number(address.slice(at + 1)) };
    const channel = { insecure, ...(rootCertificate && { rootCertificate }), ...userCertificate };
    return sendLocally(new EventStoreDBClient({ endpoint }, channel, user), authorization);
  }

  return { members, startScavenge, clientOf };
}

function accessOf(
  options: Omit<ReturnType<typeof parseForClient>, 'hosts'>,
  authorization: string | null,
): Access {
  const { tls = true, tlsCAFile, userCertFile, userKeyFile, defaultCredentials: user } = options;
  const metadata = new Metadata();
  if (user && tls) {
    const pair = Buffer.from(`${user.username}:${user.password}`).toString('base64');
    metadata.set('authorization', `Basic ${pair}`);
  } else if (authorization !== null) metadata.set('authorization', authorization);
  const rootCertificate = tls && tlsCAFile !== undefined ? readFileSync(tlsCAFile) : undefined;
  const userCertificate =
    tls && userCertFile !== undefined && userKeyFile !== undefined
      ? { userKeyFile: readFileSync(userKeyFile), userCertFile: readFileSync(userCertFile) }
      : undefined;
  const channel = tls
    ? credentials.createSsl(rootCertificate, userCertificate?.userKeyFile, userCertificate?.userCertFile)
    : credentials.createInsecure();
  return { channel, metadata, insecure: !tls, rootCertificate, userCertificate, user };
}

function gossipOf(address: string, { channel, metadata }: Access): Promise<ClusterInfo> {
  const client = new GossipClient(address, channel);
  return new Promise<ClusterInfo>((resolve, reject) => {
    const deadline = Date.now() + gossipDeadlineMs;
    client.read(new shared.Empty(), metadata, { deadline }, (error, info) =>
      error ? reject(error) : resolve(info),
    );
  }).finally(() => client.close());
}

function membersIn(info: ClusterInfo): readonly Member[] {
  return info.getMembersList().flatMap((one) => {
    const endpoint = one.getHttpEndPoint();
    if (!endpoint || one.getState() === VNodeState.MANAGER) return [];
    const name = `${endpoint.getAddress()}:${endpoint.getPort()}`;
    return [{ name, address: name, state: stateOf(one.getIsAlive(), one.getState()) }];
  });
}

function stateOf(isAlive: boolean, state: gossip.MemberInfo.VNodeState): Member['state'] {
  if (!isAlive || state === VNodeState.SHUTTINGDOWN || state === VNodeState.SHUTDOWN) return 'away';
  if (state === VNodeState.LEADER) return 'leader';
  return state === VNodeState.FOLLOWER || state === VNodeState.READONLYREPLICA ? 'follower' : 'not ready';
}

function start(address: string, { channel, metadata }: Access): Promise<ScavengeResp> {
  const client = new OperationsClient(address, channel);
  const options = new operations.StartScavengeReq.Options().setThreadCount(1);
  const request = new operations.StartScavengeReq().setOptions(options);
  return new Promise<ScavengeResp>((resolve, reject) => {
    client.startScavenge(request, metadata, { deadline: Date.now() + startDeadlineMs }, (error, response) =>
      error ? reject(error) : resolve(response),
    );
  }).finally(() => client.close());
}
