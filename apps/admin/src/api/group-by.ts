/** Browsers have `Map.groupBy` since 2024. */
export function groupBy<Item, Key>(items: readonly Item[], readKey: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(readKey(item));
    if (group) group.push(item);
    else groups.set(readKey(item), [item]);
  }
  return groups;
}
