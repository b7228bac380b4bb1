import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { processEnvironment } from './server-process.ts';

export async function runCommand(
  name: string,
  args: string[],
  env: Record<string, string | undefined>,
  input = '',
): Promise<{ stdout: string; stderr: string; code: number | null }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../cli', `${name}.ts`), ...args], {
    env: { ...processEnvironment, ...env },
  });
  child.stdin.end(input);
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { stdout, stderr, code };
}

export function toDatabaseUrl(connection: object): string {
  const { host, port, user, database } = connection as Record<string, string>;
  return `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host ?? '')}`;
}
