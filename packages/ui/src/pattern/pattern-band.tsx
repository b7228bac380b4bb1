interface PatternBandProps {
  image: string;
}

export function PatternBand({ image }: PatternBandProps) {
  return (
    <div
      aria-hidden
      data-band
      style={{ height: 18, background: `url("${image}") 50% 0 / auto 100% repeat-x` }}
    />
  );
}
