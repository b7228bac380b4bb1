import { type ChildProcess, fork, type StdioOptions } from 'node:child_process';

/** Runs one of our scripts in a process that gets no settings. It is killed after `timeout` ms. */
export const forkScript = (script: string, stdio: StdioOptions, timeout: number): ChildProcess =>
  fork(script, {
    serialization: 'advanced',
    execArgv: [],
    env: {},
    stdio,
    // A signal to the product's process group must not stop work for open requests
    detached: true,
    timeout,
    killSignal: 'SIGKILL',
  });
