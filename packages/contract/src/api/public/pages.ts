import * as z from 'zod';
import { plannedDays } from '../../fields/day-bounds.ts';
import {
  cleanText,
  flagField,
  imageAlt,
  instant,
  listPosition,
  nullable,
  oneLineText,
  text,
  url,
  withDefault,
  withId,
} from '../../fields/fields.ts';
import { isSpeltLikeCheckPage, siteAddressTakenMessage } from './addresses.constants.ts';
import { publishStatuses } from './content.constants.ts';
import { declareContentResource } from './content.ts';
import { pageLimits, pageNotFound, pagePathPattern } from './pages.constants.ts';
import { postLimits } from './posts.constants.ts';

/** A page that the institute wrote itself, at `/p/{path}`. `content` is HTML that the server has sanitised. */
export const page = withId({
  title: z.string(),
  path: z.string(),
  content: z.string(),
  imageUrl: z.string().nullable(),
  imageAlt: z.string().nullable(),
  inMenu: z.boolean(),
  position: z.int(),
  status: z.enum(publishStatuses),
  publishAt: z.iso.datetime().nullable(),
}).meta({ id: 'Page' });
export type Page = z.infer<typeof page>;

export const pageSummary = page.omit({ content: true }).meta({ id: 'PageSummary' });
export type PageSummary = z.infer<typeof pageSummary>;

export const pagePath = cleanText
  .toLowerCase()
  .regex(
    new RegExp(`^${pagePathPattern}$`, 'u'),
    `Letters a to z or of another script, digits and -, at most ${pageLimits.path}`,
  );

export const pageInput = z.object({
  title: oneLineText(pageLimits.title),
  /**
   * Only the form of the path is checked here. The service refuses more, but lets pages of earlier versions keep
   * their path.
   */
  path: nullable(pagePath.refine((value) => !isSpeltLikeCheckPage(value), siteAddressTakenMessage)),
  content: text(postLimits.content),
  imageUrl: nullable(url),
  imageAlt,
  inMenu: withDefault(z.boolean(), false),
  position: listPosition,
  status: withDefault(z.enum(publishStatuses), 'published'),
  publishAt: nullable(instant),
});

export const pageResource = declareContentResource({
  type: 'page',
  notFound: pageNotFound,
  path: 'pages',
  words: ['page', 'pages'],
  entity: page,
  input: pageInput,
  sorts: ['title', 'path', 'position'],
  categories: [],
  summary: pageSummary,
  listed: pageSummary,
  days: { publishAt: plannedDays },
  mayCollide: true,
  filters: {
    path: pagePath
      .optional()
      .meta({ description: 'Only the page with this address', examples: ['house-rules'] }),
    inMenu: flagField.optional().meta({ description: 'Only pages that are in the menu, or are not' }),
  },
  example: {
    title: 'House rules',
    path: 'rules-of-the-house',
    content: '<p>Come <strong>on time</strong>.</p>',
    imageUrl: 'https://images.example/one.jpg',
    imageAlt: 'The gate',
    inMenu: true,
    position: 2,
    status: 'scheduled',
    publishAt: '2020-05-01T10:00:00.000Z',
  },
});
