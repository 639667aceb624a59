/** The paths of a server's routes, from the tree that Fastify prints. */
export function pathsOf(tree: string): string[] {
  const above: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', segment = '', methods] = /^([ │]*)[├└]── (\S+)(?: \((.*)\))?/.exec(line) ?? [];
    if (segment === '') return [];
    const depth = indent.length / 4;
    above.length = depth;
    above.push(segment);
    return methods === undefined ? [] : [above.join('')];
  });
}

/** Whether a path is one of those that strangers and holders of keys reach: all but the admin API and the signed-in console. */
export const isPublicPath = (path: string): boolean =>
  !path.startsWith('/api/admin/') && !/^\/console(?!\/sign-in)/.test(path);
