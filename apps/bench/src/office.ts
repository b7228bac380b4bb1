/** Creates an account for this run and returns its bearer. */
export async function signUp(origin: string): Promise<string> {
  const password = 'a-long-kitenge-thread-9';
  const account = { email: 'bench@institute.example', password, confirmPassword: password };
  return (await call<{ token: string }>(`${origin}/api/v1/admin/signup`, 'POST', account)).token;
}

export async function call<T>(url: string, method: string, content: object, token?: string): Promise<T> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const answer = await fetch(url, { method, headers, body: JSON.stringify(content) });
  if (!answer.ok) throw new Error(`${method} ${url} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()).data;
}
