/** Why a figure misses its target, by the name of the figure. */
const limits: [RegExp, string][] = [
  [
    /304$|^`GET \/`$|^`GET \/api\/v1\/programs`$/,
    "Node's own work for a request is most of it on both sides. The product also reads the headers and gives each answer an id. Its young generation has 4 MB, so that the process stays small: with 16 MB the same answers take 7 to 24 % less processor time.",
  ],
  [
    /^render of `\/` past the cache$/,
    'Two fifths of the processor time are the rendering of 80 kB of HTML by React, a fifth is the garbage collector, a tenth is Brotli.',
  ],
  [
    /^a change of content, then/,
    'Only pages that show the change are rendered, with 3 % of the processor time. Most of it goes to some fifty answers of the API, which are read from the database anew to see whether they are the same.',
  ],
  [
    /^second visit: text/,
    'The worker asks the network first, so the line’s 400 ms come before the first byte, and the page is built at a sixth of the speed. Only a copy that is shown before the answer comes would be faster, and it may be outdated.',
  ],
  [
    /^(?:text visible|largest picture)$/,
    'The page, then its styles: twice 400 ms, and 26 kB at 50 kB a second, are 1.3 s. The rest is the slowed processor, which other programs on the machine slow further.',
  ],
  [
    /^a tap on/,
    'The control can be seen only when the text is there. What keeps the slowed processor busy between the tap and its effect has no profile yet.',
  ],
  [
    /^first view of/,
    'More than half are the scripts, a sixth fonts and styles. The rest are mostly pictures: Chromium also loads those that stand up to 1,250 px below the screen, or 2,500 when it takes the line for slow.',
  ],
  [
    /^scripts/,
    'React’s DOM, the router, the queries and the hydration alone are 94 kB. The rest is the shell of every page and the home page.',
  ],
  [
    /^the page of `\/registration`/,
    'All five steps stand in it, for visitors without scripts. Its class names are 2.2 kB of it.',
  ],
  [
    /^the page$/,
    'Its class names are 2.8 kB of it, and the data of its programs and texts 3 kB. Short class names, made by the build, would take off 1 kB, and 1.2 kB of the styles.',
  ],
  [
    /past the cache$/,
    'Two fifths of the processor time are writes to the sockets of the caller and of PostgreSQL, a fifth is the garbage collector; the hooks, the validation and the log of a call are most of the rest.',
  ],
  [
    /^`POST \/api\/v1\/registrations`$/,
    'Besides the row the product writes the activity, the key against doubles, the emails and the hashes by which health answers are found, and encrypts these answers.',
  ],
  [
    /^resident memory/,
    "Idle, 60 MB are mapped files, nearly all of them node's own binary, and 15 MB of the heap are strings, mostly the sources of modules. Settings of the allocator and of the collector saved 2 MB at most.",
  ],
  [
    /^(?:start on|second `npm start`)/,
    'Loading the modules is half of node’s processor time, and most of the rest are its schemas, routes and tables, which are built at each start. The database is opened, migrated and checked with a connection each.',
  ],
  [
    /^search: .*(?:illness|allergy|medication)/,
    'Up to a thousand health answers are decrypted and compared, which takes node 10 ms; the search for them and the twenty rows take about as long each.',
  ],
  [
    /^search: /,
    'The answer counts each status and reads the twenty rows with their programs; node and PostgreSQL take about half of the time each, without a single costly part.',
  ],
  [
    /^(?:dashboard|finder|registrations|activities|donations|gallery|posts|visitors|CSV): /,
    'Its median is below the target, and its plan reads no large table: two of the twenty answers took longer. What ran beside them is not known.',
  ],
  [
    /^Lighthouse on /,
    'The audits that cost points are named above: the largest picture, and the work of the scripts while the page is hydrated.',
  ],
  [
    /^(?:first row|longest task|a keystroke)/,
    'Most of it is the rendering of the first rows on a processor that is six times slower. That rendering has no profile yet.',
  ],
];

/** The missed figures of a section with their limits, to stand below it. */
export const limitsOf = (missed: string[]): string =>
  Array.from(
    Map.groupBy(missed, limitOf),
    ([limit, names]) => `- Missed: ${names.join('; ')}. ${limit}`,
  ).join('\n');

function limitOf(name: string): string {
  return limits.find(([pattern]) => pattern.test(name))?.[1] ?? 'What limits it is not known yet.';
}
