import gossip, { type ClusterInfo } from '@eventstore/db-client/generated/gossip_pb.js';
import features, { type SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { ServiceDefinition } from '@grpc/grpc-js';
import { randomUUID } from 'node:crypto';

/** Where the server listens. */
export interface Address {
  readonly host: string;
  readonly port: number;
}

/** The version of the real server whose behaviour is followed. */
const version = '23.10.0.0';
const nodeId = randomUUID();

/** Lists what is served, in lower case as the real server does. */
export function supportedMethods(services: readonly ServiceDefinition[]): SupportedMethods {
  const methods = services.flatMap((service) => Object.values(service).map(({ path }) => path));
  const list = methods.map((path) => {
    const [, service = '', method = ''] = path.toLowerCase().split('/');
    return new features.SupportedMethod().setServiceName(service).setMethodName(method);
  });
  return new features.SupportedMethods().setEventStoreServerVersion(version).setMethodsList(list);
}

/** A cluster of this one node, its leader. */
export function clusterOfOne({ host, port }: Address): ClusterInfo {
  const member = new gossip.MemberInfo()
    .setInstanceId(new shared.UUID().setString(nodeId))
    .setTimeStamp(`${Date.now()}0000`)
    .setState(gossip.MemberInfo.VNodeState.LEADER)
    .setIsAlive(true)
    .setHttpEndPoint(new gossip.EndPoint().setAddress(host).setPort(port));
  return new gossip.ClusterInfo().setMembersList([member]);
}
