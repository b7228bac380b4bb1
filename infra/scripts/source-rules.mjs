// Rules for the sources that the compiler, the linter and the import rules cannot check. Each has a way out, because
// somebody who breaks a rule has not read why it exists.
import { dirname } from 'node:path';
import { nameRules } from './name-rules.mjs';

const MAX_LINES = 400;
const SERVER_FOLDER = 'apps/server/src/';
const MIGRATIONS_FOLDER = `${SERVER_FOLDER}database/migrations/`;

const COMMENT_LINES = /^\s*(?:\/?\*|\/\/).*$/gm;
const isTestFile = (file) => /\.test\.tsx?$/.test(file);
const isProductFile = (file) =>
  file.startsWith(SERVER_FOLDER) &&
  file.endsWith('.ts') &&
  !isTestFile(file) &&
  !file.startsWith(MIGRATIONS_FOLDER) &&
  !file.startsWith(`${SERVER_FOLDER}testing/`);

/** Lists the server's code without comments. */
const listServerSources = (files) =>
  files
    .filter(({ file }) => isProductFile(file))
    .map(({ file, text }) => ({ file, text: text.replace(COMMENT_LINES, '') }));

/**
 * Tools that fill, restore or encrypt a database. No request reaches them. The trash is not here, because it takes
 * its tables from declarations and so names none.
 */
const TOOL_FILES = ['composition/seed-demo.ts', 'database/backfills/international-phones.ts'].map(
  (file) => SERVER_FOLDER + file,
);

/**
 * State that may be shared by all apps of a process: Node's threads, the span exporter, a document of the contract,
 * and fonts.
 */
const ALLOWED_PROCESS_STATE = [
  'http/cache/cached-answer.ts: const { run: inTurn } = makeWorkQueue(',
  'reference/openapi.ts: let builtOpenApiDocument',
  'pdf/fonts.ts: let opened',
  'tracing/span.ts: let tracingApi',
].map((place) => SERVER_FOLDER + place);

/** Files that may cast values past the compiler, each with its reason. */
const FILES_THAT_MAY_CAST = [
  // MikroORM's types accept conditions and columns of known entities only, but lists must accept every entity
  `${SERVER_FOLDER}database/page.ts`,
  // An endpoint for any list has no single type of input
  'packages/client/src/pages.ts',
];

const PLACE_FILE = 'packages/contract/src/words/place.ts';
const PLACE_FACTS_PATTERN =
  /\b(?:UGX|ugx|Uganda\w*|Kampala|MTN|Airtel)\b|\+256|(?<=['"`])(?:UG|256)(?=['"`])|\b0[347]\d\d \d{3} \d{3}\b/g;

/** Files that may name facts of the country, each with its reason. */
const FILES_THAT_MAY_NAME_PLACE = [
  PLACE_FILE,
  // Donations have these currencies in every country
  'packages/contract/src/words/amount-in-words.ts',
  'packages/contract/src/words/money.ts',
];

/** Components of the admin area's features, except its frame and hooks. */
const FEATURE_FILE_PATTERN = /^apps\/admin\/src\/features\/(?!shell\/).*\/(?!use-)[^/]+\.tsx$/;
const FEATURE_FILE_ENDINGS =
  'button chart columns dialog dialogs editor field fields filters form import list menu page panel preview screen section sections sheet state table toolbar'.split(
    ' ',
  );

/** Makes a rule that looks at one file at a time. `find` returns what is wrong in the file. */
const findInEachFile = (find) => (files) =>
  files.flatMap(({ file, text }) => find(text, file).map((what) => (what ? `${file}: ${what}` : file)));
const findMatches = (pattern, group = 0) =>
  findInEachFile((text) => Array.from(text.matchAll(pattern), (match) => match[group]));

/** Lists the classes of entities with their tables, as the files declare them. */
const listDeclaredTables = (files) =>
  files
    .filter(({ file }) => isProductFile(file))
    .flatMap(({ text }) =>
      Array.from(
        text.matchAll(/(\w+)Entity = defineEntity\(\{[^}]*?\btableName: '(\w+)'/g),
        ([, entity, table]) => ({ entity, table }),
      ),
    );

const TYPED_WRITE_PATTERN =
  /\b(?:create|createQueryBuilder|insert|insertMany|native\w+|makeRow|newRowForEach|upsert)\(\s*(?:tx,\s*)?(\w+)Entity\b(?!, '\w+'\)\s*\.select\()/g;
const SQL_WRITE_PATTERN = /\b(?:insert into|delete from|update) "?([a-z_]+)\b/gi;

/** Finds the module of a file, which may be in a subfolder of the module. */
const findModuleFolder = (file) => /^.*\/modules\/[^/]+\/[^/]+/.exec(file)?.[0] ?? dirname(file);

function findTablesOfSeveralWriters(files) {
  const writingSources = listServerSources(files)
    .filter(({ file }) => !TOOL_FILES.includes(file))
    .map(({ file, text }) => ({
      file,
      written: [...text.matchAll(TYPED_WRITE_PATTERN), ...text.matchAll(SQL_WRITE_PATTERN)].map(
        ([, name]) => name,
      ),
    }));
  return listDeclaredTables(files).flatMap(({ entity, table }) => {
    const writingFiles = writingSources
      .filter(({ written }) => written.includes(entity) || written.includes(table))
      .map(({ file }) => file);
    return new Set(writingFiles.map(findModuleFolder)).size > 1
      ? [`${table} is written in ${writingFiles.join(', ')}`]
      : [];
  });
}

function findNamedContentTables(files) {
  const contentEntities = files
    .filter(({ file }) => file.endsWith('.resource.ts'))
    .flatMap(({ text }) => Array.from(text.matchAll(/\bentity: (\w+)Entity\b/g), ([, entity]) => entity));
  const contentTables = listDeclaredTables(files).filter(({ entity }) => contentEntities.includes(entity));
  if (contentTables.length === 0) return [];
  const contentTableQueryPattern = new RegExp(
    `\\b(?:from|join|into|update|table) "?(?:${contentTables.map(({ table }) => table).join('|')})\\b`,
    'gi',
  );
  return findMatches(contentTableQueryPattern)(
    listServerSources(files).filter(({ file }) => !TOOL_FILES.includes(file)),
  );
}

/**
 * Variables, empty collections and queues outside of functions. State that belongs to an app must hang on an object
 * of the app, so that it ends with it.
 */
const MODULE_STATE_PATTERN =
  /^(?:export )?(let \w+|const [\w{}:, ]+ = (?:new (?:Map|Set|LRUCache)(?:<.*>)?\((?:\)|\{)|\[\];|\{\};|makeWorkQueue\())/gm;

function findModuleState(files) {
  const sources = files.filter(({ file }) => isProductFile(file) && !file.endsWith('.process.ts'));
  return findMatches(
    MODULE_STATE_PATTERN,
    1,
  )(sources).filter((place) => !ALLOWED_PROCESS_STATE.includes(place));
}

/** Code that reads rows of a statement without declared columns. A statement whose rows nobody reads is allowed. */
const UNDECLARED_ROWS_PATTERN =
  /\bexecute<|(?:=>?|\breturn|\(|\.\.\.)\s*(?<!void \()(?:await )?(?:\w+\.)*em\s*\.execute\((?!['"`\s]*(?:lock table|select pg_advisory))|\bpool\.query[<(]/g;

/** A literal that is spread in the place where it is written: an object, or an array on which no method is called. */
const SPREAD_LITERAL_PATTERN =
  /\.{3}\(?\{.*|\.{3}\[(?:[^[\]]|\[[^[\]]*\])*\](?!\s*[.:])|\.{3}\(\[[^[\]]*\] as const\)(?!\s*\.)/g;

/** A destructuring whose right side is a literal, such as `[a, b] = [1, 2]`. */
const LITERAL_PAIR_PATTERN =
  /^( *)(?:export )?((?:const|let) (?:\[[^\n.=]*\](?:: \w+)? = \[|\{[^\n.=]*\}(?:: \w+)? = \{))(?!\s*\.{3})(?:.*|\n(?:\1 .*\n)+\1)[\]}](?: as const)?;$/gm;

/** The file with a table that describes each large folder in a sentence. */
export const DESCRIBED_FOLDERS_FILE = 'docs/architecture.md';
const MAX_FILES_OF_SMALL_FOLDER = 10;
const isInSourceFolder = (file) =>
  /^(?:apps\/(?!e2e|bench)[^/]+|packages\/[^/]+)\/src\/|^infra\/scripts\//.test(file) &&
  !/\.test\.\w+$|\/(?:testing|migrations)\//.test(file);

/** Finds folders with many files that have no sentence, and sentences about other folders. */
function findFolderSentenceFaults(files) {
  const architectureText = files.find(({ file }) => file === DESCRIBED_FOLDERS_FILE)?.text ?? '';
  const describedFolders = Array.from(
    architectureText.matchAll(/^\| `([^`]+\/[^`]+)` \| \S/gm),
    ([, room]) => room,
  );
  const filesByFolder = Object.groupBy(
    files
      .filter((source) => isCodeFile(source) && isInSourceFolder(source.file))
      .map(({ file }) => dirname(file)),
    (room) => room,
  );
  const countFilesInFolder = (room) => filesByFolder[room]?.length ?? 0;
  const largeFolders = Object.keys(filesByFolder).filter(
    (room) => countFilesInFolder(room) > MAX_FILES_OF_SMALL_FOLDER,
  );
  // A folder with exactly the limit may have its sentence already, before the next file is added
  const smallDescribedFolders = describedFolders.filter(
    (room) => countFilesInFolder(room) < MAX_FILES_OF_SMALL_FOLDER,
  );
  return [
    ...largeFolders.filter((room) => !describedFolders.includes(room)).map((room) => `${room} has none`),
    ...smallDescribedFolders.map((room) => `${room} needs none`),
  ];
}

const isManifest = ({ file }) => /(?:^|\/)package\.json$/.test(file);
const isCodeFile = ({ file }) => /\.(?:tsx?|mjs)$/.test(file);
const findInCode = (find) => (files) => find(files.filter(isCodeFile));

/** @type {{ name: string, wayOut: string, find: (files: { file: string, text: string }[]) => string[] }[]} */
export const rules = [
  {
    name: 'drawer-file',
    wayOut: 'Such a name fits any content: name the file after what its content has in common, or split it.',
    find: findInCode(
      findInEachFile((_, file) =>
        /\/(?:common|constants|general|helpers?|misc|shared|utils?)\.[a-z.]+$/.test(file) ? [''] : [],
      ),
    ),
  },
  {
    name: 'feature-file',
    wayOut: `The last word says what the file shows: ${FEATURE_FILE_ENDINGS.join(', ')}; a hook is \`use-…\`.`,
    find: findInEachFile((_, file) =>
      FEATURE_FILE_PATTERN.test(file) &&
      !isTestFile(file) &&
      !FEATURE_FILE_ENDINGS.includes(/([a-z]+)\.tsx$/.exec(file)?.[1] ?? '')
        ? ['']
        : [],
    ),
  },
  {
    name: 'too-long',
    wayOut: `At most ${MAX_LINES} lines are allowed: move one subject of the file to a file of its own, named after it.`,
    find: findInCode(
      findInEachFile((text) => {
        const lineCount = text.split('\n').length - 1;
        return lineCount > MAX_LINES ? [`${lineCount} lines`] : [];
      }),
    ),
  },
  {
    name: 'forbidden-word',
    wayOut: 'Do it now or write an issue. An error of a type is mended at the type.',
    find: findInCode(findMatches(/\b(?:TO(?:DO)|FIX(?:ME))\b|@ts-(?:ignore|nocheck)/g)),
  },
  {
    name: 'room-without-sentence',
    wayOut: `The table of rooms in \`${DESCRIBED_FOLDERS_FILE}\` says what comes into a room of more than ${MAX_FILES_OF_SMALL_FOLDER} files, what goes out and what must never happen.`,
    find: findFolderSentenceFaults,
  },
  {
    name: 'fact-of-the-place',
    wayOut: `Take it from \`${PLACE_FILE}\`: a school in another country changes that file alone.`,
    find: (files) =>
      findInEachFile((text) =>
        Array.from(text.replace(COMMENT_LINES, '').matchAll(PLACE_FACTS_PATTERN), ([fact]) => fact),
      )(
        files.filter(
          ({ file }) =>
            /^(?:apps\/(?!e2e|bench)[^/]+|packages\/[^/]+)\/src\/.*\.tsx?$/.test(file) &&
            !isTestFile(file) &&
            !/\/(?:testing|migrations|demo)\//.test(file) &&
            !FILES_THAT_MAY_NAME_PLACE.includes(file),
        ),
      ),
  },
  {
    name: 'cast-past-types',
    wayOut:
      'The compiler no longer sees what is renamed behind it: type the value where it is made, as `useSchemaForm` types a form.',
    find: (files) =>
      findInEachFile((text) =>
        Array.from(
          text.replace(COMMENT_LINES, '').matchAll(/\bas (?:never|unknown as)\b|: any\b/g),
          ([cast]) => cast,
        ),
      )(
        files.filter(
          ({ file }) =>
            /^(?:apps\/(?!e2e|bench)[^/]+|packages\/[^/]+)\/src\/.*\.tsx?$/.test(file) &&
            !isTestFile(file) &&
            !file.includes('/testing/') &&
            !FILES_THAT_MAY_CAST.includes(file),
        ),
      ),
  },
  {
    name: 'spread-of-literal',
    wayOut: 'Write what is in the inner literal in the outer one: Biome breaks the line.',
    find: findInCode(findMatches(SPREAD_LITERAL_PATTERN)),
  },
  {
    name: 'pair-of-literals',
    wayOut: 'Write a statement for each name: nobody should count places to see which value is whose.',
    find: findInCode(findMatches(LITERAL_PAIR_PATTERN, 2)),
  },
  {
    name: 'no-extension',
    wayOut: 'Node runs the files as they are: write the name of the file whole, as in `./context.ts`.',
    find: findInCode(
      findInEachFile((text) =>
        Array.from(text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']*)'/g), ([, path]) => path).filter(
          (path) => !/\.[a-z0-9]+(\?[a-z]+)?$/.test(path),
        ),
      ),
    ),
  },
  {
    name: 'type-of-import',
    wayOut: 'The import rules do not see it, nor a circle that it closes: write `import type`.',
    // In development the product loads these modules again after each save
    find: (files) =>
      findMatches(/\btypeof import\('\.[^']*'\)/g)(
        files.filter((source) => isCodeFile(source) && source.file !== `${SERVER_FOLDER}dev.ts`),
      ),
  },
  {
    name: 'long-title',
    wayOut: 'A title has at most 100 characters: say one behaviour, or make two tests.',
    find: findInCode(findMatches(/^ *(?:test|it)[\w.]*\(\s*'([^'\n]{101,})'/gm, 1)),
  },
  {
    name: 'service-takes-from-context',
    wayOut: 'Take the time from `ctx.now()` and settings from `ctx.config`, so that tests can set both.',
    find: (files) =>
      findMatches(/Date\.now\(|new Date\(\)|process\.env/g)(
        files.filter(({ file }) => file.endsWith('.service.ts')),
      ),
  },
  {
    name: 'page-reads-day',
    wayOut: 'Read the day by `readToday()` of the contract: a kept page is rendered anew when it changes.',
    find: (files) =>
      findMatches(/new Date\(\)/g)(
        files.filter(({ file }) => file.startsWith('apps/web/src/') && !isTestFile(file)),
      ),
  },
  {
    name: 'message-name',
    wayOut: 'The name of a kind of message ends in `Message`, so that nobody takes it for what it is about.',
    find: findMatches(/^export const (?!\w+Message\b)(\w+) = declareMessageKind\(/gm, 1),
  },
  {
    name: 'named-message-kind',
    wayOut:
      'Say it in the declaration of the message, or take the kind as a parameter: the next kind would be forgotten.',
    find: (files) => findMatches(/\bkind (?:=|<>|!=|in) \(?'[a-z]+-[a-z-]+'/g)(listServerSources(files)),
  },
  {
    name: 'one-writer',
    wayOut:
      'Only one module writes a table: give its `.service.ts` a function that does this, and call that from the other module.',
    find: findTablesOfSeveralWriters,
  },
  {
    name: 'named-content-table',
    wayOut:
      'The table belongs to the declaration of its resource: take the name from the entity, as `PROGRAMS_TABLE` of `program.entity.ts` does.',
    find: findNamedContentTables,
  },
  {
    name: 'undeclared-rows',
    wayOut:
      'Nobody would notice that a column has another name or type: read by `readRows` of `sql.ts`, whose columns tests compare with what PostgreSQL answers.',
    find: (files) =>
      findMatches(UNDECLARED_ROWS_PATTERN)(
        listServerSources(files).filter(({ file }) => file !== `${SERVER_FOLDER}sql.ts`),
      ),
  },
  {
    name: 'module-state',
    wayOut:
      'Tests and apps of one process would share it: create it where the app is built and pass it on, or keep it in a `WeakMap` by an object of the app.',
    find: findModuleState,
  },
  {
    name: 'unsteady-story',
    wayOut:
      'Wait for what the page shows (`expect(…)`, `expect.poll`), and take the address from `baseURL` or `product.url`.',
    find: (files) =>
      findMatches(/waitForTimeout|networkidle|createServer\(\)|_PORT\b|localhost:\d/g)(
        files.filter(({ file }) => /^apps\/e2e\/(?!screenshots\.ts)/.test(file) && file.endsWith('.ts')),
      ),
  },
  {
    name: 'loose-version',
    wayOut: 'Write an exact version or a caret range, as `^1.2.3`, and run `npm install`.',
    find: (files) =>
      findInEachFile((text) => {
        const { dependencies, devDependencies } = JSON.parse(text);
        return Object.entries({ ...dependencies, ...devDependencies })
          .filter(([, version]) => !/^\^?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
          .map(([name, version]) => `${name} ${version}`);
      })(files.filter(isManifest)),
  },
  ...nameRules,
];

/** Lists the messages of all broken rules. */
export const listRefusals = (files) =>
  rules.flatMap(({ name, wayOut, find }) => {
    const foundFaults = find(files);
    return foundFaults.length > 0
      ? [[...foundFaults.map((place) => `${name}: ${place}`), `  → ${wayOut}`].join('\n')]
      : [];
  });
