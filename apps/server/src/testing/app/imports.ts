import { importPath } from '@institute/contract/imports.constants';
import { expect, vi } from 'vitest';
import type { TestApp } from './test-app.ts';

interface Sent {
  kind: string;
  file: string | Buffer;
  uploads?: Buffer | undefined;
  /** The address of the old site, as the office types it. */
  site?: string;
}

/** Rejects with the message of a refusal. */
export async function sendImport(t: TestApp, { kind, file, uploads, site }: Sent): Promise<{ id: number }> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(Buffer.from(file as string))]), 'export.xml');
  form.append('kind', kind);
  if (site) form.append('site', site);
  if (uploads) form.append('uploads', new Blob([new Uint8Array(uploads)]), 'uploads.zip');
  const request = new Request('http://localhost/', { method: 'POST', body: form });
  const { token } = await t.given.account();
  const answer = await t.app.inject({
    method: 'POST',
    url: importPath,
    headers: { 'content-type': request.headers.get('content-type') ?? '', authorization: `Bearer ${token}` },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  const body = answer.json<{ id: number; error?: { message: string } }>();
  if (answer.statusCode !== 200) throw new Error(body.error?.message);
  return body;
}

/** Waits until the import has ended, and returns its status. */
export async function finishImport(t: TestApp, id: number) {
  const readStatus = () => t.office.admin.imports.status.query({ id });
  await vi.waitFor(async () => expect((await readStatus()).state).not.toBe('running'), {
    timeout: 300_000,
    interval: 100,
  });
  return readStatus();
}
