import { type ChildProcess, fork, type StdioOptions } from 'node:child_process';

/** A script of ours as a process of its own. It gets no settings, and is killed when it takes too long. */
export const forkScript = (script: string, stdio: StdioOptions, timeout: number): ChildProcess =>
  fork(script, {
    serialization: 'advanced',
    execArgv: [],
    env: {},
    stdio,
    // A signal to the process group must not stop work for open requests
    detached: true,
    timeout,
    killSignal: 'SIGKILL',
  });
