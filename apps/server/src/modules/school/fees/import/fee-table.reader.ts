import type { TableInput } from '@institute/contract';
import { readTable } from '../../../platform/tables/table.reader.ts';
import { peopleLayout } from './people-layout.ts';
import { statementLayout } from './statement-layout.ts';

type FeeTable = TableInput<string> & { layout: 'statement' | 'people' };

/** In the worker, as layouts are functions and cannot be sent to it. */
async function* readFeeTable({ layout, ...input }: FeeTable) {
  yield layout === 'statement' ? readTable(input, statementLayout) : readTable(input, peopleLayout);
}

export { readFeeTable as read };
