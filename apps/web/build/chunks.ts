import type { Rolldown } from 'vite';

type Graph = Parameters<Extract<Rolldown.CodeSplittingGroup['name'], (...given: never[]) => unknown>>[1];

const ENTRY = /\/src\/entry-client\.tsx$/;
/** A screen of a visitor; the dashboard's come in their own pieces. */
const PUBLIC_SCREEN = /\/src\/routes\/(?!admin).*tsr-split=component/;

/**
 * The files of the browser's build. What every page needs is one, what several public screens share is
 * another: on a weak connection each file more costs more than its bytes.
 */
export function chunkOf(id: string, graph: Graph): string | null {
  const starts = startsOf(id, graph);
  if (starts.some((start) => ENTRY.test(start))) return 'core';
  return starts.filter((start) => PUBLIC_SCREEN.test(start)).length > 1 ? 'shared' : null;
}

/** The modules that the browser asks for by themselves and that bring this one along. */
function startsOf(id: string, graph: Graph, seen = new Set<string>()): string[] {
  if (seen.has(id)) return [];
  seen.add(id);
  const { importers = [], dynamicImporters = [], isEntry } = graph.getModuleInfo(id) ?? {};
  const above = importers.flatMap((importer) => startsOf(importer, graph, seen));
  return isEntry || dynamicImporters.length > 0 ? [id, ...above] : above;
}
