/** The layers, and what each may import of ours; what is not named here is refused. */
const layers = {
  async: [],
  domain: [],
  log: ['async/', 'domain/'],
  files: ['async/', 'domain/'],
  mail: ['async/', 'domain/'],
  // Its requests obey the rules of webhooks for addresses.
  openid: ['async/', 'domain/', 'dispatcher/worker/(address|vetted-lookup)[.]ts$'],
  coordination: ['async/', 'domain/', 'log/'],
  commands: ['async/', 'domain/', 'log/', 'files/', 'mail/'],
  projections: ['async/', 'domain/', 'log/', 'coordination/'],
  // Of the engines the API imports interfaces alone: see `api-uses-no-engine`.
  api: [
    'async/',
    'domain/',
    'log/',
    'files/',
    'mail/',
    'commands/',
    'coordination/',
    'projections/',
    'dispatcher/',
  ],
  dispatcher: ['async/', 'domain/', 'log/', 'files/', 'mail/', 'commands/', 'coordination/', 'projections/'],
  // Pages and API have requests, sessions' rights and errors in common, but no routes.
  web: [
    'async/',
    'domain/',
    'log/',
    'files/',
    'mail/',
    'commands/',
    'coordination/',
    'projections/',
    'dispatcher/',
    'openid/',
    'api/',
  ],
  'packages/embedded-server': [],
  'packages/embedded-eventstore': ['packages/embedded-server/'],
  'packages/embedded-mongodb': ['packages/embedded-server/'],
  'packages/embedded-nats': ['packages/embedded-server/'],
  'packages/client': ['dispatcher/worker/verify-webhook[.]ts$'],
  app: [
    '(async|domain|log|files|mail|openid|coordination|commands|projections|api|dispatcher|web)/',
    'packages/embedded-',
  ],
};

/** Packages that reach outside, and who alone may speak to them. */
const gateways = {
  '@eventstore/db-client': ['log/eventstore/', 'packages/embedded-eventstore/'],
  '@grpc/grpc-js': ['log/eventstore/client/', 'packages/embedded-eventstore/'],
  '@bufbuild/protobuf': ['log/eventstore/client/'],
  mongodb: ['coordination/', 'projections/', 'packages/embedded-mongodb/'],
  nats: ['dispatcher/bus/', 'packages/embedded-nats/'],
  '@tus/[^/]+': ['files/'],
  'file-type': ['files/'],
  srvx: ['files/'],
  '@aws-sdk/client-s3': ['files/'],
  undici: ['dispatcher/worker/', 'openid/', 'app/cli/'],
  'openid-client': ['openid/'],
  nodemailer: ['mail/'],
};

/** What may import everything: tests, benchmarks, and the scripts that make files of the sources. */
const unbound = '^(test|scripts|packages/bench|packages/[^/]+/test)/';

const ours = `^(${Object.keys(layers).join('|')}|test|scripts|packages)/`;

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...Object.entries(layers).map(([layer, allowed]) => ({
      name: `${layer}-imports`,
      severity: 'error',
      from: { path: `^${layer}/`, pathNot: unbound },
      to: { path: ours, pathNot: [`${layer}/`, ...allowed].map((path) => `^${path}`) },
    })),
    ...Object.entries(gateways).map(([name, allowed]) => ({
      name: `only-importers-of-${name}`,
      severity: 'error',
      from: { path: ours, pathNot: [unbound, ...allowed.map((path) => `^${path}`)] },
      to: { path: `(^|/)node_modules/${name}/` },
    })),
    {
      name: 'api-uses-no-engine',
      severity: 'error',
      from: { path: '^(api|web)/' },
      to: {
        path: '^(coordination|projections|dispatcher)/',
        pathNot: '^projections/(queries|read-models)/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'one-door-to-the-client-of-the-log',
      severity: 'error',
      from: {
        path: ours,
        pathNot: ['^log/eventstore/client/', '^test/log/eventstore/messages[.]test[.]ts$'],
      },
      to: { path: '^log/eventstore/client/', pathNot: '^log/eventstore/client/index[.]ts$' },
    },
    {
      name: 'web-imports-no-route-of-the-api',
      comment:
        'Use cases are commands and queries; pages share with the API how requests are read and answered.',
      severity: 'error',
      from: { path: '^web/' },
      to: {
        path: '^api/',
        pathNot: [
          '^api/(auth|contract|errors|exports|http|limits|requests|responses)/',
          '^api/(api-deps|build-app)[.]ts$',
        ],
      },
    },
    {
      name: 'no-routes-import-other-routes',
      comment: 'They share how requests are read and answered; these files mount them.',
      severity: 'error',
      from: {
        path: '^api/([^/]+)/',
        pathNot: '^api/(admin/admin-api|public/public-api)[.]ts$',
      },
      to: { path: '^api/(admin|files|forms|payments|public|webhooks)/', pathNot: '^api/$1/' },
    },
    {
      name: 'no-console-room-imports-another',
      comment:
        'What console rooms share is in web/console/parts, and the visitor and the ways in are in session.',
      severity: 'error',
      from: { path: '^web/console/([^/]+)/' },
      to: {
        path: '^web/console/[^/]+/',
        pathNot: [
          '^web/console/$1/',
          '^web/console/parts/',
          '^web/console/session/(visitor|cookies|check-password|code-page|complete-sign-in|device|end-session|member-session|next-page|passkey-challenges|prove-person|same-origin|sessions|sign-in-guard|sign-in-page)[.]tsx?$',
        ],
      },
    },
    { name: 'no-cycles', severity: 'error', from: { path: ours }, to: { circular: true } },
    {
      name: 'production-uses-production-dependencies',
      severity: 'error',
      from: { path: ours, pathNot: unbound },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['npm', 'type-only'] },
    },
    { name: 'resolvable', severity: 'error', from: { path: ours }, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: '(^|/)node_modules/' },
    exclude: { path: '^(build|dist|data|tmp|packages/[^/]+/dist)/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    moduleSystems: ['es6', 'cjs'],
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
    },
  },
};
