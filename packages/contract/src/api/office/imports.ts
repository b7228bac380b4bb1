import * as z from 'zod';
import { cleanText, pathId } from '../../fields/fields.ts';
import { isSpeltLikeCheckPage, siteAddressTakenMessage } from '../public/addresses.constants.ts';
import { pagePath } from '../public/pages.ts';
import { builtInChoices, plannedImportKinds, siteImportLimits } from './imports.constants.ts';

export const startedImportAnswer = z.object({ id: z.int() });

const { items, pictures } = siteImportLimits;
const rowId = z.int().positive();

/** Items of one kind and category. Posts keep the categories of the old site. */
const importGroupChoice = z.object({
  kind: z.enum(plannedImportKinds),
  category: z.string().max(siteImportLimits.category).nullable(),
});

export const importItemsQuery = pathId.extend({
  ...importGroupChoice.shape,
  q: cleanText.max(100).default(''),
  limit: z.int().min(1).max(items).default(50),
});

/** Choices of the office. Groups that are not named are imported, the menu is not. */
export const importChoices = z.object({
  /** `except` are ids of items of the group for which the opposite choice holds. */
  groups: z
    .array(
      importGroupChoice.extend({
        isTaken: z.boolean(),
        except: z.array(rowId).max(Math.max(items, pictures)),
      }),
    )
    .max(1000),
  builtIn: z
    .array(
      z.object({
        id: rowId,
        as: z.enum(builtInChoices),
        /** Address of a page that moves. Null takes the address that the plan names. */
        path: pagePath.refine((value) => !isSpeltLikeCheckPage(value), siteAddressTakenMessage).nullable(),
      }),
    )
    .max(100),
  menu: z.boolean(),
});
export type ImportChoices = z.output<typeof importChoices>;

export const noImportChoices: ImportChoices = { groups: [], builtIn: [], menu: false };

export const importCommitInput = pathId.extend({
  hash: z.string().length(64),
  choices: importChoices.default(noImportChoices),
});
