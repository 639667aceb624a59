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

/**
 * The routes that take GET or POST, from the tree that Fastify prints. Each line continues the path of the line above that is less
 * indented.
 */
export function routesIn(tree: string): { method: 'GET' | 'POST'; path: string }[] {
  const found: { method: 'GET' | 'POST'; path: string }[] = [];
  const above: string[] = [];
  for (const line of tree.split('\n')) {
    const [, indent = '', part = '', methods = ''] = /^([│├└─\s]*)(\S+)(?: \((.*)\))?/.exec(line) ?? [];
    if (part === '') continue;
    const depth = Math.floor(indent.length / 4);
    above.length = depth;
    above.push(part);
    const path = above.join('');
    for (const method of ['GET', 'POST'] as const)
      if (methods.split(', ').includes(method)) found.push({ method, path });
  }
  return found;
}

/** Whether a path is one of those that strangers and holders of keys reach: all but the admin API and the signed-in console. */
export const isPublicPath = (path: string): boolean =>
  !path.startsWith('/api/admin/') && !/^\/console(?!\/sign-(?:in|up))/.test(path);
