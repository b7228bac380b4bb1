import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Validator from '@adobe/structured-data-validator';
import WebAutoExtractor from '@marbec/web-auto-extractor';
import { lint, loadConfig } from '@redocly/openapi-core';
import { HtmlValidate } from 'html-validate';
import { LinkChecker } from 'linkinator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publicPages, readSitemap } from '../../apps/e2e/public-pages.ts';
import { startProduct } from '../guides/running-product.mjs';
import { environment, root } from '../scripts/checkout.mjs';
import { htmlRules } from './html-rules.mjs';

describe('the demo site', () => {
  let product;
  let origin;
  /** HTML by path. */
  const pages = new Map();
  const others = [
    '/no-such-page',
    '/programs/abc',
    '/facilities/999999',
    '/news/999999',
    '/programs?q=beekeeping',
    '/news?q=beekeeping',
    '/gallery?q=beekeeping',
    '/alumni?q=beekeeping',
    '/admin/login',
    '/admin/signup',
    '/admin/forgot-password',
    '/docs/api',
  ];

  beforeAll(async () => {
    product = startProduct({ path: root, env: environment }, { SEED_DEMO: 'true' });
    origin = await product.address;
    const client = {
      get: (path) => fetch(origin + path),
      post: (path, { data }) =>
        fetch(origin + path, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(data),
        }),
    };
    const addresses = (await readSitemap(client)).map((address) => new URL(address).pathname);
    const paths = new Set([...addresses, ...(await publicPages(client)), ...others]);
    for (const path of paths) pages.set(path, await textOf(path));
  }, 600_000);
  afterAll(() => product?.stop());

  async function textOf(path, headers = {}) {
    const answer = await fetch(origin + path, { headers });
    expect(answer.headers.get('content-type'), path).toContain('text/html');
    return answer.text();
  }

  test('has no broken link for a crawler with its default settings', async () => {
    const isForeign = async (link) => new URL(link).origin !== origin;
    const { links } = await new LinkChecker().check({ path: origin, recurse: true, linksToSkip: isForeign });
    expect(links.filter(({ state }) => state === 'OK').length).toBeGreaterThan(400);
    const broken = links.filter(({ state }) => state === 'BROKEN');
    expect(broken.map(({ status, url, parent }) => `${status} ${url} on ${parent}`)).toEqual([]);
  });

  test('has no page with an error of HTML, in light mode neither', async () => {
    const validator = new HtmlValidate(htmlRules);
    const faultsOf = async (path, html) => {
      const { results } = await validator.validateString(html);
      const messages = results.flatMap((result) => result.messages);
      return messages.map(
        ({ line, column, ruleId, message }) => `${path} ${line}:${column} ${ruleId}: ${message}`,
      );
    };
    for (const wrong of [
      '<ul><p>No item</p></ul>',
      '<button type="button" popovertarget="menu" aria-expanded="false">Menu</button>',
    ]) {
      expect(await faultsOf('', wrong)).toHaveLength(1);
    }

    expect(pages.size).toBeGreaterThan(60);
    const faults = [];
    for (const [path, html] of pages) {
      faults.push(...(await faultsOf(path, html)));
      faults.push(...(await faultsOf(`light ${path}`, await textOf(path, { 'save-data': 'on' }))));
    }
    expect(faults).toEqual([]);
  });

  describe('describes itself to search engines', () => {
    const dataOf = (html) => new WebAutoExtractor().parse(html);

    test('as they ask for it', async () => {
      const faultsOf = async (path, html) =>
        (await new Validator().validate(dataOf(html))).map(
          ({ rootType, severity, issueMessage }) => `${path} ${rootType} ${severity}: ${issueMessage}`,
        );
      const script = '<script type="application/ld+json">{ "@type": "Course" </script>';
      expect(await faultsOf('', script)).toEqual([' jsonld ERROR: Could not parse JSON-LD']);

      const faults = [];
      for (const [path, html] of pages) faults.push(...(await faultsOf(path, html)));
      expect(faults).toEqual([]);
    });

    test('in the words of schema.org alone', () => {
      const things = [...pages.values()].flatMap((html) => Object.values(dataOf(html).jsonld).flat());
      expect(things.length).toBeGreaterThan(30);
      expect(faultsOf([{ '@context': 'https://schema.org', '@type': 'Course', title: 'Welding' }])).toContain(
        `'"title"' does not exist in type`,
      );
      expect(faultsOf(things)).toBe('');
    });

    /** The vocabulary exists only as types, so the compiler checks it. */
    function faultsOf(things) {
      mkdirSync(join(root, '.cache'), { recursive: true });
      const folder = mkdtempSync(join(root, '.cache', 'things-'));
      const lines = things.map((thing) => `${JSON.stringify(thing)} satisfies WithContext<Thing>,`);
      const source = [
        `import type { Thing, WithContext } from 'schema-dts';`,
        'export default [',
        ...lines,
        '];',
      ];
      writeFileSync(join(folder, 'things.ts'), source.join('\n'));
      const options = ['--noEmit', '--strict', '--module', 'nodenext', '--types', '', 'things.ts'];
      try {
        const compiler = join(root, 'node_modules/typescript/bin/tsc');
        return execFileSync(process.execPath, [compiler, ...options], { cwd: folder, encoding: 'utf8' });
      } catch (error) {
        return error.stdout;
      } finally {
        rmSync(folder, { recursive: true });
      }
    }
  });
});

test('the description of the API keeps the recommended rules, but for one with its reason', async () => {
  const config = await loadConfig({ configPath: join(root, 'docs/api/redocly.yaml') });
  const problems = await lint({ ref: join(root, 'docs/api/openapi.json'), config });
  // Docs/api/.redocly.lint-ignore.yaml allows this one.
  expect(problems.map(({ ruleId, ignored }) => [ruleId, ignored])).toEqual([['no-ambiguous-paths', true]]);
});
