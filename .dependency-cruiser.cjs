const { readdirSync } = require('node:fs');
const { join } = require('node:path');
const contract = require('./packages/contract/package.json');

/** Files of the contract that public pages import. They must not bring the schemas (zod) into the first load. */
const withoutSchemas = Object.entries(contract.exports)
  // An entry with types only is an object; it brings no code.
  .filter(
    ([name, file]) =>
      !['.', './fields', './international-phone', './post-html', './registration-form'].includes(name) &&
      typeof file === 'string',
  )
  .map(([, file]) => `^packages/contract/${file.slice(2).replaceAll('.', '\\.').replace('*', '[^/]+')}$`);

const TESTS = '\\.test\\.(?:tsx?|mjs)$|/testing/';

/**
 * One rule of docs/architecture.md. Whoever breaks it reads the way out.
 * @type {(name: string, wayOut: string, from: object, to: object) => object}
 */
const never = (name, wayOut, from, to) => ({ name, severity: 'error', comment: wayOut, from, to });

/** Ways out of several rules. */
const MOVE_DOWN = 'Move what both need below, or take it as a parameter.';
const TO_CONTRACT = 'What both sides need belongs to packages/contract.';
const TO_PARTS =
  'Move what both need to a folder that features share (`forms`, `lists`, `ui`, …), or pass it on as a property.';

/** The floors of `modules` from the bottom up. */
const floors = ['platform', 'school', 'office'];
refuseUnplaced('apps/server/src/modules', floors);

/** The folders of the server from the bottom up. A folder imports those below it and none above. */
const serverLayers = [
  ['basics', '(?:errors|log|sql|transaction)\\.ts$'],
  ['crypto', 'crypto/'],
  ['config', 'config/'],
  ['context', 'context(?:\\.ts$|/)'],
  ['demo', 'demo/'],
  ['tracing', 'tracing/'],
  ['background', 'background/'],
  ['database', 'database/'],
  ['http', 'http/'],
  ['admin', 'admin/'],
  ['messaging', 'messaging/'],
  ['exports', 'exports/'],
  ['pdf', 'pdf/'],
  ['reference', 'reference/'],
  ...floors.map((floor) => [floor, `modules/${floor}/`]),
  ['feeds', 'feeds/'],
  ['site-images', 'site-images/'],
  ['pages', 'pages/'],
  ['no-script-forms', 'no-script-forms/'],
  ['composition', 'composition/'],
  ['cli', 'cli/'],
];
/** What puts everything together, tests, and what only they use. */
const besideLayers = ['modules', 'testing'];
refuseUnplaced(
  'apps/server/src',
  besideLayers,
  serverLayers.map(([, path]) => path),
);
refuseLoose('apps/server/src', [
  ...serverLayers.map(([, path]) => path),
  '(?:app|product|start|start-text|main|dev)\\.ts$',
]);

/** A folder that no rule names would escape them. */
function refuseUnplaced(src, names, patterns = []) {
  const unplaced = readdirSync(join(__dirname, src), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !names.includes(entry.name))
    .map(({ name }) => name)
    .filter((name) => !patterns.some((path) => new RegExp(`^${path}`).test(`${name}/a.ts`)));
  if (unplaced.length > 0) {
    throw new Error(
      `Give ${src}/${unplaced} its place in .dependency-cruiser.cjs and in docs/architecture.md`,
    );
  }
}

/** Nor may a file lie beside the folders that no rule names. */
function refuseLoose(src, patterns) {
  const loose = readdirSync(join(__dirname, src)).filter(
    (name) =>
      /\.ts$/.test(name) &&
      !/\.test\.ts$/.test(name) &&
      !patterns.some((path) => new RegExp(`^${path}`).test(name)),
  );
  if (loose.length > 0) throw new Error(`Put ${src}/${loose} into a folder of docs/architecture.md`);
}

/** These start and assemble everything. */
const ENTRY = '^apps/server/src/(?:app|product|start|start-text|main|dev)\\.ts$';

const serverLayerRules = serverLayers.map(([name, path], at) =>
  never(
    `${name}-imports-nothing-above`,
    'Move what both need to the lower folder, or take it as a parameter that `composition` or `app.ts` gives.',
    { path: `^apps/server/src/${path}`, pathNot: [TESTS, ENTRY] },
    {
      path: [ENTRY, ...serverLayers.slice(at + 1).map(([, above]) => `^apps/server/src/${above}`)],
    },
  ),
);

/** The folders of the two apps from the bottom up. Those of one row import each other in one direction only. */
const appLayers = {
  web: [['api', 'document', 'navigation'], ['lists'], ['features'], ['routes'], ['browser']],
  admin: [
    ['api'],
    ['ui'],
    ['lists', 'forms'],
    ['images', 'versions'],
    ['editor'],
    ['content'],
    ['features'],
    ['routes'],
  ],
};
const besideAppLayers = ['service-worker', 'testing'];

const appLayerRules = Object.entries(appLayers).flatMap(([app, layers]) => {
  const src = `apps/${app}/src`;
  refuseUnplaced(src, [...layers.flat(), ...besideAppLayers]);
  return layers.slice(0, -1).map((names, at) =>
    never(
      `${app}-${names.join('-')}-imports-nothing-above`,
      MOVE_DOWN,
      { path: `^${src}/(?:${names.join('|')})/`, pathNot: TESTS },
      {
        path: [
          `^${src}/(?:${layers
            .slice(at + 1)
            .flat()
            .join('|')})/`,
          // these assemble the app
          `^${src}/[^/]+$`,
        ],
      },
    ),
  );
});

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...serverLayerRules,
    never(
      'no-cycle',
      'Move what both files need to a third one, which imports neither.',
      { pathNot: 'routeTree\\.gen\\.ts$' },
      { circular: true, viaNot: 'routeTree\\.gen\\.ts$' },
    ),
    never(
      'no-unknown',
      'Run `npm ci`; a package must stand in the package.json of the workspace that imports it.',
      {},
      { couldNotResolve: true, pathNot: '^(virtual:|vite/|node:)|routeTree\\.gen\\.ts$|\\?' },
    ),

    never(
      'contract-is-alone',
      'What needs other packages belongs to the server, the client or an app.',
      { path: '^packages/contract/src', pathNot: TESTS },
      { pathNot: ['^packages/contract/src', 'node_modules/(zod|@ts-rest/core|libphonenumber-js)/'] },
    ),
    never(
      'pages-without-the-phones-of-all-countries',
      'Import the schema-free part of the contract instead: the table of all countries would be in the first load.',
      { path: '^apps/web/src' },
      { path: 'node_modules/libphonenumber-js/', reachable: true },
    ),
    never(
      'contract-without-schemas',
      'Keep limits and texts in a `*.constants.ts`, and let the file with schemas import that.',
      { path: withoutSchemas },
      { pathNot: withoutSchemas },
    ),
    never(
      'public-knows-nothing-of-the-office',
      'Move what both need to `packages/contract/src/api/public`, or beside the two folders.',
      { path: ['^packages/contract/src/api/public/', '^apps/web/src/'], pathNot: TESTS },
      { path: '^packages/contract/src/api/office/' },
    ),
    never(
      'public-and-office-rest-on-what-knows-neither',
      'Move the file to `public`, or to `office` when only the admin area needs it.',
      { path: '^packages/contract/src/api/[^/]+$', pathNot: TESTS },
      { path: '^packages/contract/src/api/(?:public|office)/' },
    ),
    never(
      'client-knows-the-contract-only',
      TO_CONTRACT,
      { path: '^packages/client/src', pathNot: TESTS },
      { pathNot: ['^packages/(client|contract)/src', 'node_modules/@ts-rest/core/'] },
    ),

    never(
      'mcp-knows-client-and-contract-only',
      'Call the public API through the client.',
      { path: '^packages/mcp/src' },
      { path: '^(apps|packages)/', pathNot: '^packages/((mcp|client|contract)/src|mcp/package.json)' },
    ),
    never(
      'embedded-postgres-is-alone',
      'Take it as a parameter: this package knows nothing of the product.',
      { path: '^packages/embedded-postgres/src' },
      { path: '^(apps|packages)/', pathNot: '^packages/embedded-postgres/src' },
    ),

    never(
      'bench-knows-what-tests-know',
      'Start the product, or use what its tests use (`apps/server/src/testing`).',
      { path: '^apps/bench/' },
      {
        path: '^(apps|infra)/',
        pathNot: ['^apps/bench/', '^apps/server/src/testing/'],
      },
    ),
    never(
      'nothing-imports-bench',
      'Move what both need to `apps/server/src/testing`.',
      { pathNot: ['^apps/bench/', '^infra/.*\\.test\\.mjs$'] },
      { path: '^apps/bench/' },
    ),
    never(
      'infra-knows-the-product-in-tests-only',
      'Scripts run before anything is installed or built: read files instead, or do it in a test.',
      { path: '^infra/', pathNot: TESTS },
      { path: '^(apps|packages)/' },
    ),
    never(
      'nothing-imports-infra',
      'Move what the product needs into its workspace.',
      { path: '^(apps|packages)/' },
      { path: '^infra/' },
    ),

    never(
      'server-never-imports-the-apps',
      TO_CONTRACT,
      { path: '^apps/server/src' },
      { path: '^apps/(web|admin)/', pathNot: '^apps/(web|admin)/dist/' },
    ),
    never(
      'testing-is-for-tests',
      'Move what the product needs out of `testing`.',
      { path: '^apps/server/src', pathNot: TESTS },
      { path: '/testing/' },
    ),
    never(
      'modules-meet-in-services-and-entities',
      "Call a function of the other module's `.service.ts`; what reads several modules stands in `composition`.",
      { path: '^apps/server/src/modules/([^/]+/[^/]+)/', pathNot: TESTS },
      {
        path: '^apps/server/src/modules/',
        pathNot: ['^apps/server/src/modules/($1|platform/(?:content|tables))/', '\\.(service|entity)\\.ts$'],
      },
    ),
    never(
      'files-of-others-are-read-in-workers',
      'Call `readInWorker`: it loads a `.reader.ts` in a thread with a clock and memory of its own.',
      // `zip-stream.ts` makes archives, and opens none
      { path: '^apps/server/src', pathNot: ['\\.reader\\.ts$', '/exports/zip-stream\\.ts$', TESTS] },
      {
        path: ['\\.reader\\.ts$', 'node_modules/(?:csv-parse|fflate|@e965/xlsx)/'],
        dependencyTypesNot: ['type-only'],
      },
    ),
    never(
      'services-know-no-transport',
      'Take the value as a parameter or from `ctx`; the routes translate.',
      { path: '\\.service\\.ts$' },
      {
        path: [
          'node_modules/(fastify|@fastify|@trpc|@ts-rest)/',
          '^apps/server/src/(http|admin|pages|app|main|start|config/config)[./]',
          '\\.(routes|admin)\\.ts$',
        ],
      },
    ),

    never(
      'web-and-admin-never-meet',
      'Move what both need to packages/ui, or to packages/contract when it is no part of a screen.',
      { path: '^apps/(web|admin)/' },
      { path: '^apps/(web|admin)/', pathNot: '^apps/$1/' },
    ),
    never('web-knows-nothing-of-the-server', TO_CONTRACT, { path: '^apps/web' }, { path: '^apps/server' }),
    never(
      'admin-knows-only-types-of-the-server',
      'Import its types with `import type`; values belong to packages/contract.',
      { path: '^apps/admin', pathNot: TESTS },
      { path: '^apps/server', dependencyTypesNot: ['type-only'] },
    ),
    // Of the contract only what is said in any form, texts and videos
    never(
      'ui-knows-no-resource',
      'Pass texts, limits and data as properties.',
      { path: '^packages/ui/' },
      {
        path: '^(apps|packages)/',
        pathNot: '^packages/(ui|contract/src/(fields/forms\\.constants|words/(look|text|video))\\.ts)',
      },
    ),
    ...appLayerRules,
    never(
      'features-do-not-meet',
      TO_PARTS,
      { path: '^apps/(web|admin)/src/features/([^/]+)/', pathNot: TESTS },
      { path: '^apps/(web|admin)/src/features/', pathNot: '^apps/$1/src/features/$2/' },
    ),
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|releases|coverage)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
