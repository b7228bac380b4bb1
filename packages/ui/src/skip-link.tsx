/** The first element that Tab reaches. `main` needs the id and `tabIndex={-1}`. */
export function SkipLink({ target = 'main' }: { target?: string }) {
  return (
    <a
      href={`#${target}`}
      className="sr-only z-50 rounded-control bg-ink font-semibold text-white focus:not-sr-only focus:px-5 focus:py-3 focus:fixed focus:top-3 focus:left-3"
    >
      Skip to content
    </a>
  );
}
