/** The layers, and what each may import of ours; what is not named here is refused. */
const layers = {
  domain: [],
  log: ['domain/'],
  commands: ['domain/', 'log/'],
  projections: ['domain/', 'log/'],
  // Queries, and what is needed to say how far a read model has come; never a projector.
  api: ['domain/', 'log/', 'commands/', 'web/', 'projections/(queries/|[^/]*(types|checkpoint)[^/]*[.]ts$)'],
  dispatcher: ['domain/', 'log/', 'commands/', 'projections/'],
  web: ['domain/'],
  embedded: [],
  app: ['(domain|log|commands|projections|api|dispatcher|web|embedded)/'],
};

/** Packages that reach outside, and who alone may speak to them. */
const gateways = {
  '@eventstore/db-client': ['log/', 'embedded/eventstore/'],
  mongodb: ['projections/', 'embedded/mongodb/'],
  nats: ['dispatcher/', 'embedded/nats/', 'app/cli/'],
  undici: ['dispatcher/', 'app/cli/'],
};

const ours = `^(${Object.keys(layers).join('|')}|test|bench|scripts)/`;

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...Object.entries(layers).map(([layer, allowed]) => ({
      name: `${layer}-imports`,
      severity: 'error',
      from: { path: `^${layer}/` },
      to: { path: ours, pathNot: [`${layer}/`, ...allowed].map((path) => `^${path}`) },
    })),
    ...Object.entries(gateways).map(([name, allowed]) => ({
      name: `only-importers-of-${name}`,
      severity: 'error',
      from: { path: ours, pathNot: [...allowed, 'test/', 'bench/'].map((path) => `^${path}`) },
      to: { path: `(^|/)node_modules/${name}/` },
    })),
    { name: 'no-cycles', severity: 'error', from: { path: ours }, to: { circular: true } },
    {
      name: 'production-uses-production-dependencies',
      severity: 'error',
      from: { path: ours, pathNot: '^(test|bench|scripts)/' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['npm', 'type-only'] },
    },
    { name: 'resolvable', severity: 'error', from: { path: ours }, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: '(^|/)node_modules/' },
    exclude: { path: '^(build|dist|data|tmp)/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    moduleSystems: ['es6', 'cjs'],
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
    },
  },
};
