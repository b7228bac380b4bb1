import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Starts the server on a free port with an empty database; `given` may ask for demo content. */
export function startProduct({ path, env }, given = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'institute-data-'));
  const settings = { PORT: '0', DATA_DIR: dataDir, SEED_DEMO: 'false', LOG_LEVEL: 'silent', ...given };
  const child = spawn('node', ['apps/server/src/main.ts'], {
    cwd: path,
    env: { ...env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const childClosed = once(child, 'close');
  const address = findAddress(child, childClosed);
  let token;

  const sendRequest = async (url, { method = 'GET', body, isSignedIn = true } = {}) => {
    const isForm = body instanceof FormData || body instanceof URLSearchParams;
    return fetch(`${await address}${url}`, {
      method,
      headers: {
        ...(isSignedIn && token && { authorization: `Bearer ${token}` }),
        ...(body && !isForm && { 'content-type': 'application/json' }),
      },
      body: isForm ? body : body && JSON.stringify(body),
    });
  };
  const readAnswer = async (response) => {
    const answer = await response.json();
    if (!response.ok) throw new Error(`${response.url} answered ${JSON.stringify(answer)}`);
    return answer;
  };

  /** Posts a form as a browser without scripts does. */
  const postForm = (url, fields) =>
    sendRequest(url, { method: 'POST', body: new URLSearchParams(fields), isSignedIn: false });
  const callRest = async (method, url, body) =>
    readAnswer(await sendRequest(`/api/v1${url}`, { method, body }));

  const makeProgram = async () => {
    const { data } = await callRest('POST', '/programs', {
      name: 'Tailoring',
      description: 'Sewing',
      duration: '1 year',
      schedule: 'Mornings',
      price: 0,
      imageUrl: '/images/share.jpg',
    });
    return data;
  };

  return {
    address,
    post: postForm,
    makeProgram,
    /** Registers somebody for a new program. Call `signUp` before. */
    register: async (fields) => {
      const newProgram = await makeProgram();
      return postForm('/registration', { programId: newProgram.id, ...fields });
    },
    visit: (url) => sendRequest(url, { isSignedIn: false }),
    signUp: async () => {
      const password = 'a long test phrase';
      const body = { email: 'office@example.org', password, confirmPassword: password };
      const { data } = await readAnswer(await sendRequest('/api/v1/admin/signup', { method: 'POST', body }));
      token = data.token;
    },
    upload: async (bytes, { kind = 'image', name = 'image.jpg' } = {}) => {
      const body = new FormData();
      body.append('file', new Blob([bytes]), name);
      return readAnswer(await sendRequest(`/uploads/demo/${kind}/upload`, { method: 'POST', body }));
    },
    rest: callRest,
    query: async (procedure, input = {}) => {
      const queryText = new URLSearchParams({ input: JSON.stringify(input) });
      return (await readAnswer(await sendRequest(`/api/trpc/${procedure}?${queryText}`))).result.data;
    },
    mutate: async (procedure, input) =>
      (await readAnswer(await sendRequest(`/api/trpc/${procedure}`, { method: 'POST', body: input }))).result
        .data,
    stop: async () => {
      child.kill('SIGTERM');
      await childClosed;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Finds the address in the server's output. Rejects with the output when the server ends before it prints one. */
function findAddress(child, ended) {
  const address = new Promise((resolve, reject) => {
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
        const addressMatch = /The site is at ([^\s"]+)/.exec(output);
        if (addressMatch) resolve(addressMatch[1]);
      });
    }
    ended.then(() => reject(new Error(`The server ended before it was ready: ${output}`)));
  });
  // The failure is handled by those who use `address`.
  address.catch(() => undefined);
  return address;
}
