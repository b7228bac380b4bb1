import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useState } from 'react';
import { readCookies, writeCookie } from './browser-storage.ts';
import { useMediaQueryMatch } from './media.ts';

type SidebarState = {
  /** Below 768 px the sidebar is a sheet over the page. */
  isPhone: boolean;
  collapsed: boolean;
  sheetOpen: boolean;
  setSheetOpen: (open: boolean) => void;
  toggle: () => void;
};

const SidebarContext = createContext<SidebarState | null>(null);

export function useSidebar() {
  const sidebarState = useContext(SidebarContext);
  if (!sidebarState) throw new Error('A part of the sidebar stands outside its SidebarProvider.');
  return sidebarState;
}

export function SidebarProvider({ children }: { children: ReactNode }) {
  const isPhone = useMediaQueryMatch('(max-width: 767px)');
  const [open, setOpen] = useState(() => isSidebarOpen(readCookies()));
  const [sheetOpen, setSheetOpen] = useState(false);

  const toggleSidebar = () => {
    if (isPhone) {
      setSheetOpen(!sheetOpen);
      return;
    }
    setOpen(!open);
    writeCookie(writeSidebarCookie(!open));
  };

  const toggleOnShortcut = useEffectEvent((event: KeyboardEvent) => {
    if (!isSidebarKey(event)) return;
    event.preventDefault();
    toggleSidebar();
  });
  useEffect(() => {
    window.addEventListener('keydown', toggleOnShortcut);
    return () => window.removeEventListener('keydown', toggleOnShortcut);
  }, []);

  return (
    <SidebarContext
      value={{
        isPhone,
        collapsed: !isPhone && !open,
        sheetOpen: isPhone && sheetOpen,
        setSheetOpen,
        toggle: toggleSidebar,
      }}
    >
      <div className="flex min-h-dvh items-start">{children}</div>
    </SidebarContext>
  );
}

const SIDEBAR_COOKIE = 'sidebar_state';
const SEVEN_DAYS_S = 604_800;

/** The sidebar is open until somebody closes it: true without the cookie. */
export function isSidebarOpen(cookies: string) {
  return !cookies.split('; ').includes(`${SIDEBAR_COOKIE}=false`);
}

export function writeSidebarCookie(open: boolean) {
  return `${SIDEBAR_COOKIE}=${open}; Path=/; Max-Age=${SEVEN_DAYS_S}; SameSite=Lax`;
}

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'target'>;

/** Ctrl+B or Cmd+B, except in rich text, where it means bold. */
export function isSidebarKey({ key, ctrlKey, metaKey, altKey, shiftKey, target }: KeyPress) {
  if (key.toLowerCase() !== 'b' || !(ctrlKey || metaKey) || altKey || shiftKey) return false;
  const isInEditableText =
    target !== null && 'isContentEditable' in target && target.isContentEditable === true;
  return !isInEditableText;
}
