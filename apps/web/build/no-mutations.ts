// Takes the place of TanStack Query's cache of mutations: the forms of the site send by `useSending`.

export class MutationCache {
  async resumePausedMutations(): Promise<void> {}
  clear(): void {}
}
