#!/usr/bin/env node
import process from 'node:process';
import { createClient } from '@institute/client';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createServer } from './tools.ts';

const siteUrl = parseSiteUrl(process.env.INSTITUTE_URL);
if (siteUrl) {
  // One retry with a short pause, because a person waits for the answer.
  const siteClient = createClient({ url: siteUrl, retries: 1, longestPauseMs: 2000 });
  // Standard output belongs to the protocol, so errors go to standard error.
  serveStdio(() => createServer(siteClient, siteUrl), { onerror: (error) => console.error(error.message) });
} else {
  console.error('INSTITUTE_URL is the address of the site, such as https://institute.example');
  process.exitCode = 1;
}

/** Parses the site's address, and drops a name and password in it. */
function parseSiteUrl(given = ''): string | undefined {
  const url = URL.parse(given);
  return url && /^https?:$/.test(url.protocol) ? url.origin : undefined;
}
