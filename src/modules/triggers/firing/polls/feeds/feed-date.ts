/** Offsets of zones outside of America, whose names `Date.parse` does not read. `IST` is the zone of India. */
const offsets: Readonly<Record<string, string>> = {
  WET: '+0000',
  WEST: '+0100',
  BST: '+0100',
  CET: '+0100',
  MET: '+0100',
  CEST: '+0200',
  MEST: '+0200',
  EET: '+0200',
  SAST: '+0200',
  EEST: '+0300',
  MSK: '+0300',
  PKT: '+0500',
  IST: '+0530',
  ICT: '+0700',
  WIB: '+0700',
  AWST: '+0800',
  HKT: '+0800',
  SGT: '+0800',
  JST: '+0900',
  KST: '+0900',
  ACST: '+0930',
  AEST: '+1000',
  AEDT: '+1100',
  NZST: '+1200',
  NZDT: '+1300',
  AKST: '-0900',
  AKDT: '-0800',
  HST: '-1000',
};
const namedZone = /:\d\d\s+([A-Z]{2,5})$/i;

/** The date of an item in ISO 8601; null for one that cannot be read. The name of an unknown zone counts as UTC. */
export function feedDate(text: string): string | null {
  const time = Date.parse(text);
  const read = Number.isNaN(time) ? inNamedZone(text) : time;
  return Number.isNaN(read) ? null : new Date(read).toISOString();
}

function inNamedZone(text: string): number {
  const zone = namedZone.exec(text)?.[1];
  return zone === undefined ? Number.NaN : Date.parse(`${text.slice(0, -zone.length)}${offsets[zone.toUpperCase()] ?? '+0000'}`);
}
