import { type ChildProcess, fork, type StdioOptions } from 'node:child_process';

/** Runs a script of ours as a process without settings, which is killed after `timeout` ms. */
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
