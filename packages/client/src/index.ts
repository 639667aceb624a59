export {
  type ReceivedWebhook,
  type Verified,
  verifyWebhook,
} from '../../../dispatcher/worker/verify-webhook.ts';
export { FormlogClient, Refused } from './client.ts';
export type { components, operations, paths } from './formlog.d.ts';
