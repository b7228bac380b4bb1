import type { TableInput } from '@institute/contract';
import { readTable } from '../../../platform/tables/table.reader.ts';
import { peopleLayout } from './people-layout.ts';
import { statementLayout } from './statement-layout.ts';

type FeeTable = TableInput<string> & { layout: 'statement' | 'people' };

/** Chooses the layout in the worker, because a layout holds functions, which cannot be sent to a worker. */
async function* readFeeTable({ layout, ...input }: FeeTable) {
  yield layout === 'statement' ? readTable(input, statementLayout) : readTable(input, peopleLayout);
}

export { readFeeTable as read };
