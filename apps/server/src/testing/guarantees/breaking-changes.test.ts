import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type OpenApi, openApi } from '../../reference/openapi.ts';
import { listBreakingChanges } from './breaking-changes.ts';

const releasedFile = join(import.meta.dirname, '../../../../../docs/api/released/openapi.json');
const released: OpenApi = JSON.parse(readFileSync(releasedFile, 'utf8'));

test('the API breaks no program that was written for the released one', () => {
  expect(listBreakingChanges(released, openApi())).toEqual([]);
});
