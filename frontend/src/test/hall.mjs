/**
 * The 70 stalls of the floor plan with a mix of statuses, for tests and the mock
 * API. Plain JavaScript, so that the mock server needs no build.
 */
export function hall() {
  const stalls = [];
  const put = (stallId, x, y) =>
    stalls.push({
      stallId,
      type: stallId.startsWith("A") ? "Premium" : "General",
      price: stallId.startsWith("A") ? 36000 : 27000,
      status: "Available",
      x,
      y,
      layoutVersion: 1,
    });
  for (let i = 0; i < 4; i += 1) put(`B${4 - i}`, 10 + i * 10, 0);
  for (let i = 0; i < 4; i += 1) put(`B${50 - i}`, 90 + i * 10, 0);
  for (let i = 0; i < 15; i += 1) put(`B${5 + i}`, 0, 10 + i * 10);
  for (let i = 0; i < 12; i += 1) put(`B${20 + i}`, 10 + i * 10, 160);
  for (let i = 0; i < 15; i += 1) put(`B${32 + i}`, 130, 150 - i * 10);
  for (let i = 0; i < 10; i += 1) put(`A${1 + i}`, 40, 35 + i * 10);
  for (let i = 0; i < 10; i += 1) put(`A${11 + i}`, 90, 35 + i * 10);
  const mark = (status, ids) => {
    for (const stall of stalls) if (ids.includes(stall.stallId)) stall.status = status;
  };
  mark("Sold", ["B1", "B50", "A1", "A11", "A12", "B20", "B21", "B33", "B40", "B7", "B8"]);
  mark("Reserved", ["B2", "A5", "A15", "B31", "B13", "B44"]);
  return stalls;
}
