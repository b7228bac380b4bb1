import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Starts the server on a free port with an empty database; `given` may ask for demo content. */
export function startProduct({ path, env }, given = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'institute-data-'));
  const productSettings = { PORT: '0', DATA_DIR: dataDir, SEED_DEMO: 'false', LOG_LEVEL: 'silent', ...given };
  const serverProcess = spawn('node', ['apps/server/src/main.ts'], {
    cwd: path,
    env: { ...env, ...productSettings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const serverClosed = once(serverProcess, 'close');
  const siteAddress = findPrintedAddress(serverProcess, serverClosed);
  let token;

  const sendRequest = async (url, { method = 'GET', body, isSignedIn = true } = {}) => {
    const isFormBody = body instanceof FormData || body instanceof URLSearchParams;
    return fetch(`${await siteAddress}${url}`, {
      method,
      headers: {
        ...(isSignedIn && token && { authorization: `Bearer ${token}` }),
        ...(body && !isFormBody && { 'content-type': 'application/json' }),
      },
      body: isFormBody ? body : body && JSON.stringify(body),
    });
  };
  const readJsonAnswer = async (response) => {
    const jsonAnswer = await response.json();
    if (!response.ok) throw new Error(`${response.url} answered ${JSON.stringify(jsonAnswer)}`);
    return jsonAnswer;
  };

  /** Posts a form as a browser without scripts does. */
  const postForm = (url, fields) =>
    sendRequest(url, { method: 'POST', body: new URLSearchParams(fields), isSignedIn: false });
  const callRestApi = async (method, url, body) =>
    readJsonAnswer(await sendRequest(`/api/v1${url}`, { method, body }));

  const makeProgram = async () => {
    const { data } = await callRestApi('POST', '/programs', {
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
    address: siteAddress,
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
      const { data } = await readJsonAnswer(
        await sendRequest('/api/v1/admin/signup', { method: 'POST', body }),
      );
      token = data.token;
    },
    upload: async (bytes, { kind = 'image', name = 'image.jpg' } = {}) => {
      const body = new FormData();
      body.append('file', new Blob([bytes]), name);
      return readJsonAnswer(await sendRequest(`/uploads/demo/${kind}/upload`, { method: 'POST', body }));
    },
    rest: callRestApi,
    query: async (procedure, input = {}) => {
      const encodedQuery = new URLSearchParams({ input: JSON.stringify(input) });
      return (await readJsonAnswer(await sendRequest(`/api/trpc/${procedure}?${encodedQuery}`))).result.data;
    },
    mutate: async (procedure, input) =>
      (await readJsonAnswer(await sendRequest(`/api/trpc/${procedure}`, { method: 'POST', body: input })))
        .result.data,
    stop: async () => {
      serverProcess.kill('SIGTERM');
      await serverClosed;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Finds the address in the server's output. Rejects with the output when the server ends before it prints one. */
function findPrintedAddress(child, ended) {
  const address = new Promise((resolve, reject) => {
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
        const printedAddressMatch = /The site is at ([^\s"]+)/.exec(output);
        if (printedAddressMatch) resolve(printedAddressMatch[1]);
      });
    }
    ended.then(() => reject(new Error(`The server ended before it was ready: ${output}`)));
  });
  // The failure is handled by those who use `address`.
  address.catch(() => undefined);
  return address;
}
