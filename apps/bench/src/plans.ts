import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';
import { largeTables } from './many-rows.ts';

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  Plans?: PlanNode[];
}

/** What a question read of the large tables, shortened: node, index and rows. */
export interface Plans {
  /** One line for each statement that reads a large table. */
  lines: string[];
  /** Large tables that a sequential scan read. */
  scanned: string[];
}

const settings = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_format': 'json',
  'auto_explain.log_parameter_max_length': '0',
};

/** Makes PostgreSQL write the plan of each statement to its log, on connections that are opened from now on. */
export async function recordPlans(client: Client): Promise<void> {
  await client.query(`load 'auto_explain'`);
  for (const [setting, value] of Object.entries(settings)) {
    await client.query(`alter database ${await databaseOf(client)} set ${setting} = '${value}'`);
  }
}

export async function stopRecordingPlans(client: Client): Promise<void> {
  await client.query(`alter database ${await databaseOf(client)} reset all`);
}

async function databaseOf(client: Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>('select quote_ident(current_database()) as name');
  return rows[0]?.name ?? '';
}

/** The plans that the log gets while `ask` runs. */
export async function plansOf(dataDir: string, ask: () => Promise<unknown>): Promise<Plans> {
  const file = join(dataDir, 'postgres.log');
  const { size } = statSync(file);
  await ask();
  return readPlans(readFileSync(file).subarray(size).toString('utf8'));
}

function readPlans(log: string): Plans {
  const plans = [...log.matchAll(/plan:\n(\t\{\n[\s\S]*?\n\t\})/g)].map(
    ([, json = '']) => (JSON.parse(json) as { Plan: PlanNode }).Plan,
  );
  const scans = plans
    .map((plan) => scansOf(plan))
    .filter((found) => found.some(({ table }) => isLarge(table)));
  return {
    lines: [...new Set(scans.map((found) => found.map(({ text }) => text).join(' + ')))],
    scanned: [
      ...new Set(
        scans.flat().flatMap(({ node, table }) => (node === 'Seq Scan' && isLarge(table) ? [table] : [])),
      ),
    ],
  };
}

const isLarge = (table: string) => largeTables.includes(table);

/** The nodes that read a table or an index. */
function scansOf(plan: PlanNode, under = ''): { node: string; table: string; text: string }[] {
  const node = plan['Node Type'];
  const table = plan['Relation Name'] ?? under;
  const rows = Math.round((plan['Actual Rows'] ?? 0) * (plan['Actual Loops'] ?? 1));
  const index = plan['Index Name'];
  const isRead = index !== undefined || (node === 'Seq Scan' && table !== '');
  const text = `${node} ${index ?? table} (${rows.toLocaleString('en')})`;
  return [
    ...(isRead ? [{ node, table, text }] : []),
    ...(plan.Plans ?? []).flatMap((inner) => scansOf(inner, table)),
  ];
}
