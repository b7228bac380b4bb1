import type { ApiFailure, Client } from '@institute/client';
import { contract, site } from '@institute/contract';
import { place } from '@institute/contract/place';
import { McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';
import manifest from '../package.json' with { type: 'json' };

/** Most items of a list, because a longer one would fill the conversation. */
const MAX_ITEMS = 50;
const pageSchema = {
  limit: z.int().min(1).max(MAX_ITEMS).default(20).describe('Items on one page'),
  offset: z.int().min(0).default(0).describe('Items to leave out before the page'),
};
const searchWords = z
  .string()
  .max(200)
  .optional()
  .describe('Words to search for; case and accents do not matter');
const itemIdSchema = z.object({ id: z.int().min(1).describe('Number of the item, as the lists give it') });

const contactSchema = site.pick({ institute: true, departments: true, openingHours: true, socials: true });

/** Hints about all tools: none changes anything, and all read from a single site. */
const toolAnnotations = { readOnlyHint: true, openWorldHint: false } as const;

/** Makes the server. Its inputs and outputs are those of the API's contract. */
export function createServer(call: Client, siteUrl: string): McpServer {
  const server = new McpServer(
    { name: 'institute', version: manifest.version },
    {
      instructions: `Answers come from ${siteUrl}, the institute's own site. Prices are in ${place.currency}, times in ${place.city}. The page of a program is ${siteUrl}/programs/{id}, that of a news article ${siteUrl}/news/{id}; people apply at ${siteUrl}/registration?program={id}.`,
    },
  );

  const { programs, intakes, posts } = contract;
  const { toToolAnswer, toToolError } = makeToolAnswers(siteUrl);

  server.registerTool(
    'list_programs',
    {
      title: 'Programs',
      description: 'The programs of the institute with price, duration and next start.',
      inputSchema: z.object({ q: searchWords, category: programs.list.query.shape.category, ...pageSchema }),
      outputSchema: programs.summaries.responses[200],
      annotations: toolAnnotations,
    },
    (query) => toToolAnswer(call('GET /programs/summaries', { query })),
  );

  server.registerTool(
    'get_program',
    {
      title: 'One program',
      description: 'A program with its whole description and schedule.',
      inputSchema: itemIdSchema,
      outputSchema: programs.get.responses[200],
      annotations: toolAnnotations,
    },
    (params) => toToolAnswer(call('GET /programs/:id', { params })),
  );

  server.registerTool(
    'list_intakes',
    {
      title: 'Intakes',
      description:
        'The dates on which programs start, with the last day to apply and the seats that are left. Latest start first; past ones follow.',
      inputSchema: z.object({
        programId: z.int().min(1).optional().describe('Only of this program'),
        ...pageSchema,
      }),
      outputSchema: intakes.summaries.responses[200],
      annotations: toolAnnotations,
    },
    (query) => toToolAnswer(call('GET /intakes/summaries', { query: { ...query, sort: '-startsOn' } })),
  );

  server.registerTool(
    'list_news',
    {
      title: 'News',
      description: 'The news articles of the institute, newest first, with the beginning of each.',
      inputSchema: z.object({ q: searchWords, category: posts.list.query.shape.category, ...pageSchema }),
      outputSchema: posts.summaries.responses[200],
      annotations: toolAnnotations,
    },
    (query) => toToolAnswer(call('GET /posts/summaries', { query })),
  );

  server.registerTool(
    'get_news',
    {
      title: 'One news article',
      description: 'A news article with its whole text, as HTML.',
      inputSchema: itemIdSchema,
      outputSchema: posts.get.responses[200],
      annotations: toolAnnotations,
    },
    (params) => toToolAnswer(call('GET /posts/:id', { params })),
  );

  server.registerTool(
    'get_contact',
    {
      title: 'Contact',
      description: 'Address, phone numbers, emails, departments and opening hours of the institute.',
      inputSchema: z.object({}),
      outputSchema: contactSchema,
      annotations: toolAnnotations,
    },
    async () => {
      const { data, error } = await call('GET /site');
      return error ? toToolError(error) : toToolResult(contactSchema.parse(data));
    },
  );

  return server;
}

/** Makes the functions that turn the API's answers into answers of tools. */
function makeToolAnswers(siteUrl: string) {
  return { toToolAnswer, toToolError };

  async function toToolAnswer<D, M>(
    asked: Promise<{ data: D; meta: M; error?: undefined } | { error: ApiFailure }>,
  ) {
    const apiAnswer = await asked;
    if (apiAnswer.error) return toToolError(apiAnswer.error);
    const { data, meta } = apiAnswer;
    return toToolResult(meta === undefined ? { data } : { data, meta });
  }

  /** Turns a failure into an answer, so that the assistant can say what is wrong. */
  function toToolError(failure: ApiFailure) {
    return { isError: true, content: [toTextContent(explainFailure(failure))] };
  }

  function explainFailure({ status, code, message, details }: ApiFailure): string {
    if (code === 'NETWORK') return `The site ${siteUrl} cannot be reached.`;
    if (code === 'TIMEOUT') return `The site ${siteUrl} did not answer in time.`;
    const faultTexts = details.map(({ path, message }) => `${path}: ${message}`);
    return `The site answered ${status}: ${[message, ...faultTexts].join('; ')}.`;
  }
}

const toTextContent = (words: string) => ({ type: 'text' as const, text: words });

const toToolResult = (structuredContent: Record<string, unknown>) => ({
  structuredContent,
  content: [toTextContent(JSON.stringify(structuredContent))],
});
