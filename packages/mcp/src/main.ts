#!/usr/bin/env node
import process from 'node:process';
import { createClient } from '@institute/client';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createServer } from './tools.ts';

const siteUrl = parseSiteUrl(process.env.INSTITUTE_URL);
if (siteUrl) {
  // A person waits for the answer.
  const call = createClient({ url: siteUrl, retries: 1, longestPauseMs: 2000 });
  // Standard output belongs to the protocol.
  serveStdio(() => createServer(call, siteUrl), { onerror: (error) => console.error(error.message) });
} else {
  console.error('INSTITUTE_URL is the address of the site, such as https://institute.example');
  process.exitCode = 1;
}

/** Drops a name and password in the address. */
function parseSiteUrl(given = ''): string | undefined {
  const url = URL.parse(given);
  return url && /^https?:$/.test(url.protocol) ? url.origin : undefined;
}
