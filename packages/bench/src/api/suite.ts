import type { Suite } from '../harness/suite.ts';
import { exportMemory } from './rows/export.ts';
import { firstPost } from './rows/first-post.ts';
import { form } from './rows/form.ts';
import { growthList, growthPost } from './rows/growth.ts';
import { hotAccount } from './rows/hot-account.ts';
import { list } from './rows/list.ts';
import { post } from './rows/post.ts';
import { tail } from './rows/tail.ts';

/** The public API of the service, in a process of its own, against what its parts do by themselves. */
export const api: Suite = {
  name: 'api',
  rows: [post, list, form, tail, firstPost, hotAccount, growthPost, growthList, exportMemory],
};
