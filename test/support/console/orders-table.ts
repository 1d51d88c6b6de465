import { TableClient } from '../table-api.js';
import type { TestApp } from '../test-app.js';

/** A table of the first workspace with a column of each type, and rows that have been changed. */
export async function ordersTable(server: TestApp, name = 'orders'): Promise<TableClient> {
  const columns = [
    { name: 'email', required: true, unique: true },
    { name: 'total', type: 'number', indexed: true },
    { name: 'paid', type: 'boolean' },
    { name: 'since', type: 'date' },
    { name: 'address', type: 'json' },
  ];
  const table = await TableClient.create(server, columns, name);
  const people = ['ada', 'charles', 'grace', 'mary', 'emmy', 'sofia', 'blaise', 'lin', 'katherine', 'dorothy'];
  const rows = people.map((person, index) => ({
    email: `${person}@example.org`,
    total: 120.5 + index * 17,
    paid: index % 3 === 0,
    since: `2031-03-${String(index + 4).padStart(2, '0')}`,
    address: { city: index % 2 === 0 ? 'London' : 'Göttingen', zip: 10_000 + index },
  }));
  const [first] = await table.insertAll(rows);
  await table.send('patch', `/rows/${first?.id ?? ''}`, { data: { total: 240 } }).expect(200);
  return table;
}
