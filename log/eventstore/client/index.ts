/** The client of EventStoreDB that the log has of its own: nothing else in this folder is imported from outside. */
export { readFiles } from './access.ts';
export { type AppendRefusal, type AppendReply, appendRequest, decodeAppendReply } from './append-messages.ts';
export { type AppendCall, type EventStoreClient, openEventStoreClient, type ReadCall } from './client.ts';
export { exceptionOf, isInsideRecord } from './errors.ts';
export { type ClusterInfo, MemberInfo_VNodeState as NodeState } from './generated/gossip.ts';
export { ScavengeResp_ScavengeResult as ScavengeResult } from './generated/operations.ts';
export { type FeedEvent, type Stored, storedOf } from './hot-messages.ts';
export { decodeReadMessage } from './read-messages.ts';
export { type Position, readAll, readStream, type StreamPart, subscribeTo } from './read-requests.ts';
