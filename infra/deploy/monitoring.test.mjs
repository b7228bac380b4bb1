import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { addProductFigures } from '../../apps/server/src/composition/product-figures.ts';
import { openMetrics } from '../../apps/server/src/http/metrics.ts';
import { root } from '../scripts/checkout.mjs';

const read = (name) => readFileSync(join(import.meta.dirname, 'monitoring', name), 'utf8');
const dashboard = JSON.parse(read('dashboard.json'));
const rules = parse(read('alerts.yaml')).groups.flatMap((group) => group.rules);

/** Label names by the metric's name. */
const known = new Map();
let metrics;
beforeAll(async () => {
  metrics = openMetrics();
  // Figures that cannot be read keep their names.
  const em = { fork: () => em, execute: () => Promise.reject(new Error('away')), getConnection: () => ({}) };
  addProductFigures(metrics, {
    em,
    reads: { hit: 1, miss: 1, shared: 1, stale: 1 },
    changes: { isListening: () => true },
    now: () => new Date(),
    refused: () => 0,
  });
  metrics.measure({ method: 'GET', route: '/', status: 200, source: 'memory' }, 0.01);
  metrics.jobRan('any', 'done', 1);
  const text = await metrics.text();
  for (const [, name, type] of text.matchAll(/^# TYPE (\w+) (\w+)$/gm)) {
    const parts = type === 'histogram' ? ['_bucket', '_sum', '_count'] : [''];
    for (const part of parts) known.set(name + part, labelsOf(text, name + part));
  }
});

const labelsOf = (text, name) => {
  const lines = text.split('\n').filter((line) => line.startsWith(`${name}{`));
  return lines.flatMap((line) => [...line.matchAll(/(\w+)="/g)].map(([, label]) => label));
};

function namesIn(query) {
  const bare = query.replace(/"[^"]*"/g, '').replace(/\{[^}]*\}|\[[^\]]*\]|\b(?:by|without) \([^)]*\)/g, ' ');
  return [...bare.matchAll(/\b([a-z]\w*)\b(?!\s*\()/g)].map(([, name]) => name);
}
function labelNamesIn(query) {
  const matched = [...query.matchAll(/[{,]\s*(\w+)\s*(?:=~|!=|=)/g)].map(([, name]) => name);
  const grouped = [...query.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, names]) => names.split(/,\s*/));
  return [...matched, ...grouped];
}

const OF_PROMETHEUS = ['up', 'by', 'instance'];
// Gauges of product-figures.ts have no value here, so their labels stand here.
const LABELS = ['job', 'exported_job', 'instance', 'le', 'state'];

const queries = [
  ...dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [`panel “${title}”`, expr])),
  ...rules.map(({ alert, expr }) => [`alert ${alert}`, expr]),
];

test.each(queries)('%s asks only for figures that the product gives', (_, query) => {
  const names = namesIn(query);
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => !known.has(name) && !OF_PROMETHEUS.includes(name))).toEqual([]);
  const labels = names.flatMap((name) => known.get(name) ?? []);
  expect(labelNamesIn(query).filter((name) => !labels.includes(name) && !LABELS.includes(name))).toEqual([]);
});

test('every figure of the product itself is on the dashboard, and described', () => {
  const shown = new Set(queries.flatMap(([, query]) => namesIn(query)));
  const isShown = (name) => ['', '_bucket', '_sum', '_count'].some((part) => shown.has(name + part));
  const bases = [...known.keys()].map((name) => name.replace(/_(bucket|sum|count)$/, ''));
  const isDefault = (name) => /^(?:nodejs|process)_/.test(name);
  expect([...new Set(bases)].filter((name) => !isShown(name) && !isDefault(name))).toEqual([]);
  const described = readFileSync(join(root, 'docs/operations/incidents.md'), 'utf8');
  for (const name of ['http_request_duration_seconds', 'emails_queued', 'content_changes_heard']) {
    expect(described).toContain(name);
  }
});

describe('the dashboard', () => {
  test('has a place, a unit and a sentence for each panel', () => {
    const places = dashboard.panels.map(({ gridPos: { x, y } }) => `${x} ${y}`);
    expect(new Set(places).size).toBe(places.length);
    for (const { gridPos, fieldConfig, description } of dashboard.panels) {
      expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
      expect([fieldConfig.defaults.unit, description]).toEqual([
        expect.any(String),
        expect.stringMatching(/\.$/),
      ]);
    }
  });
});

test('every alert says how grave it is and what to do', () => {
  for (const { alert, labels, annotations } of rules) {
    expect(alert).toMatch(/^Institute\w+$/);
    expect(['page', 'ticket']).toContain(labels.severity);
    expect(annotations.summary.length).toBeGreaterThan(40);
  }
  expect(parse(read('prometheus.yaml')).rule_files).toEqual(['alerts.yaml']);
});
