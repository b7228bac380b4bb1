import { placesText, startText } from '@institute/contract/content.constants';
import { formatDate } from '@institute/contract/time';

type Start = { startsOn: string; seatsLeft: number | null };

export function NextStart({ startsOn, seatsLeft }: Start) {
  const places = placesText(seatsLeft);
  return (
    <>
      <span className="whitespace-nowrap">{startText(formatDate(startsOn))}</span>
      {places && (
        <>
          {' · '}
          <span className="whitespace-nowrap">{places}</span>
        </>
      )}
    </>
  );
}
