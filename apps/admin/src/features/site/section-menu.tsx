import { cx } from '@institute/ui/cx.ts';
import { Select } from '@institute/ui/select.tsx';
import { Link, useNavigate } from '@tanstack/react-router';
import { type SiteSection, sectionGroups } from './sections.ts';

/** A list next to the form, and a select where there is no room for one. */
export function SectionNav({ chosen }: { chosen: SiteSection }) {
  const navigate = useNavigate();
  return (
    <>
      <div className="lg:hidden">
        <Select
          aria-label="Section"
          value={chosen.id}
          onChange={({ target }) => void navigate({ to: '/admin/site', search: { section: target.value } })}
        >
          {sectionGroups.map(({ label, sections }) => {
            const options = sections.map((section) => (
              <option key={section.id} value={section.id}>
                {section.label}
              </option>
            ));
            if (!label) return options;
            return (
              <optgroup key={label} label={label}>
                {options}
              </optgroup>
            );
          })}
        </Select>
      </div>
      <nav
        aria-label="Sections"
        className="sticky top-4 flex max-h-[calc(100dvh-2rem)] flex-col gap-3 overflow-y-auto max-lg:hidden"
      >
        {sectionGroups.map(({ label, sections }) => (
          <div key={label ?? sections[0]?.id}>
            {label && <p className="px-2.5 pb-1 text-sm font-semibold text-muted">{label}</p>}
            <ul aria-label={label} className="flex flex-col">
              {sections.map((section) => (
                <li key={section.id}>
                  <Link
                    to="/admin/site"
                    search={{ section: section.id }}
                    aria-current={section.id === chosen.id ? 'page' : undefined}
                    className={cx(
                      'flex min-h-11 items-center rounded-control border-l-4 border-transparent px-2.5 hover:bg-sand',
                      'aria-[current=page]:border-green aria-[current=page]:bg-sand aria-[current=page]:font-semibold',
                    )}
                  >
                    {section.label}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
    </>
  );
}
