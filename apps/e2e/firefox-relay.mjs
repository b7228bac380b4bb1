#!/usr/bin/env node
// Firefox of Debian for Playwright. Playwright also sets media features, which this Firefox cannot, so the relay
// answers that call itself.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import WebSocket, { WebSocketServer } from 'ws';

const UNKNOWN = 'emulation.setMediaFeaturesOverride';

const firefox = spawn('firefox-esr', process.argv.slice(2), { stdio: ['inherit', 'inherit', 'pipe'] });
firefox.on('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => firefox.kill(signal));

const listening = /(.*)(ws:\/\/\S+)/;
for await (const line of createInterface(firefox.stderr)) {
  const [, words, url] = listening.exec(line) ?? [];
  if (url) startRelay(url, (own) => console.error(words + own));
  else console.error(line);
}

function startRelay(url, tell) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  server.on('listening', () => tell(`ws://127.0.0.1:${server.address().port}`));
  server.on('connection', (client, { url: path }) => {
    const real = new WebSocket(url + path, { maxPayload: 0 });
    const opened = new Promise((resolve) => real.on('open', resolve));
    client.on('message', async (data) => {
      const { id, method } = JSON.parse(String(data));
      if (method === UNKNOWN) client.send(JSON.stringify({ type: 'success', id, result: {} }));
      else await opened.then(() => real.send(String(data)));
    });
    real.on('message', (data) => client.send(String(data)));
    real.on('close', () => client.close());
    client.on('close', () => real.close());
  });
}
