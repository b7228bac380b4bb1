import type { Instalment } from '@institute/contract/instalments.constants';
import { programCategories } from '@institute/contract/programs.constants';
import { defineEntity, p } from '@mikro-orm/core';
import type { TxCtx } from '../../../context.ts';
import {
  asksColumn,
  contentItem,
  imageColumns,
  instalmentsColumn,
  publishingColumns,
  searchColumn,
} from '../../platform/content/content.entity.ts';

export const ProgramEntity = defineEntity({
  name: 'Program',
  tableName: 'programs',
  properties: {
    ...contentItem,
    ...publishingColumns,
    ...imageColumns,
    name: p.string().length(200),
    description: p.text(),
    category: p.enum(programCategories),
    duration: p.string().length(100),
    schedule: p.string().length(500),
    price: p.decimal('number').precision(12).scale(2),
    imageUrl: p.string().length(2000),
    isActive: p.boolean().default(true),
    maxParticipants: p.integer().nullable(),
    instalments: instalmentsColumn(),
    asks: asksColumn(),
    search: searchColumn('name', 'description', 'duration', 'schedule'),
  },
});

export const PROGRAMS_TABLE: string = ProgramEntity.meta.tableName;

/** Price terms of a program or an intake. An intake has no price of its own. */
export interface PriceTerms {
  price?: number | undefined;
  instalments?: readonly Instalment[] | undefined;
}

/**
 * Refuses accounts that may not set prices, and notes the change. `nameIt` returns the name of the program or
 * intake.
 */
export type ChangePrice = (
  tx: TxCtx,
  nameIt: () => string | Promise<string>,
  former: PriceTerms | null,
  given: PriceTerms,
) => Promise<void>;
