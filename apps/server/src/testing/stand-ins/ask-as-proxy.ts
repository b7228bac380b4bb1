import { request } from 'node:http';

interface Call {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** `fetch` cannot set the `Host` header. */
export function askAsProxy(origin: string, path: string, host: string, call: Call = {}): Promise<Response> {
  const { method = 'GET', headers, body } = call;
  return new Promise((resolve, reject) => {
    const asked = request(
      origin + path,
      { method, headers: { ...headers, host, 'x-forwarded-proto': 'https', 'x-forwarded-for': '192.0.2.7' } },
      async (answer) => {
        const bytes = Buffer.concat(await answer.toArray());
        const { statusCode: status = 0, headers: given } = answer;
        const pairs = Object.entries(given).map(([name, value]) => [name, String(value)] as [string, string]);
        resolve(new Response(bytes.length > 0 ? bytes : null, { status, headers: pairs }));
      },
    );
    asked.on('error', reject).end(body);
  });
}
