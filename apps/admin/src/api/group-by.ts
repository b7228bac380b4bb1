/** Browsers have `Map.groupBy` since 2024. */
export function groupBy<Item, Key>(items: readonly Item[], readKey: (item: Item) => Key): Map<Key, Item[]> {
  const itemsByKey = new Map<Key, Item[]>();
  for (const item of items) {
    const groupKey = readKey(item);
    const itemsOfGroup = itemsByKey.get(groupKey);
    if (itemsOfGroup) itemsOfGroup.push(item);
    else itemsByKey.set(groupKey, [item]);
  }
  return itemsByKey;
}
