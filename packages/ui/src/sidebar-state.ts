const COOKIE = 'sidebar_state';
const SEVEN_DAYS = 604_800;

/** True without the cookie. */
export function rememberedOpen(cookies: string) {
  return !cookies.split('; ').includes(`${COOKIE}=false`);
}

export function sidebarCookie(open: boolean) {
  return `${COOKIE}=${open}; Path=/; Max-Age=${SEVEN_DAYS}; SameSite=Lax`;
}

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'target'>;

/** Ctrl+B or Cmd+B, except in rich text, where it means bold. */
export function isSidebarKey({ key, ctrlKey, metaKey, altKey, shiftKey, target }: KeyPress) {
  if (key.toLowerCase() !== 'b' || !(ctrlKey || metaKey) || altKey || shiftKey) return false;
  const editable = target !== null && 'isContentEditable' in target && target.isContentEditable === true;
  return !editable;
}
