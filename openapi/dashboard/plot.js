// A small line chart: time below, values beside, one line. A library was weighed: none is in the packages of the systems that
// mock-api is built on, and this is all that is needed of one.

const PADDING = { top: 8, right: 8, bottom: 20, left: 44 };

/** At most `count` round numbers from one value to another. */
export function ticks(low, high, count = 5) {
  if (!(high > low)) return [low];
  const rough = (high - low) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough);
  const found = [];
  for (let value = Math.ceil(low / step) * step; value <= high + step / 1e6; value += step) found.push(Number(value.toPrecision(12)));
  return found;
}

/** The least and the greatest value, with room around them. */
export function range(points) {
  const values = points.map(([, value]) => value).filter((value) => value !== null);
  if (!values.length) return [0, 1];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const room = (high - low) * 0.1 || Math.abs(high) * 0.05 || 1;
  return [low - room, high + room];
}

/** Draws points `[milliseconds, value or null]` on a canvas, and the value under `cursor`, a share of the width. */
export function draw(canvas, points, cursor) {
  const [width, height, scale] = [canvas.clientWidth, canvas.clientHeight, devicePixelRatio || 1];
  if (!width || points.length < 1) return;
  [canvas.width, canvas.height] = [width * scale, height * scale];
  const context = canvas.getContext('2d');
  context.scale(scale, scale);
  const colours = getComputedStyle(canvas);
  const colour = (name) => colours.getPropertyValue(name).trim();
  const [low, high] = range(points);
  const [first, last] = [points[0][0], Math.max(points.at(-1)[0], points[0][0] + 1000)];
  const x = (time) => PADDING.left + ((time - first) / (last - first)) * (width - PADDING.left - PADDING.right);
  const y = (value) => height - PADDING.bottom - ((value - low) / (high - low)) * (height - PADDING.top - PADDING.bottom);
  context.font = '11px sans-serif';
  context.fillStyle = colour('--muted');
  context.strokeStyle = colour('--line');
  context.textBaseline = 'middle';
  context.textAlign = 'right';
  for (const value of ticks(low, high, Math.max(2, Math.floor(height / 40)))) {
    context.beginPath();
    context.moveTo(PADDING.left, y(value));
    context.lineTo(width - PADDING.right, y(value));
    context.stroke();
    context.fillText(String(value), PADDING.left - 6, y(value));
  }
  context.textBaseline = 'alphabetic';
  for (const [time, align] of [[first, 'left'], [last, 'right']]) {
    context.textAlign = align;
    context.fillText(new Date(time).toISOString().slice(11, 19), x(time), height - 5);
  }
  context.strokeStyle = colour('--accent');
  context.lineWidth = 2;
  context.beginPath();
  let isDown = false;
  for (const [time, value] of points) {
    if (value === null) isDown = false;
    else if (isDown) context.lineTo(x(time), y(value));
    else {
      context.moveTo(x(time), y(value));
      isDown = true;
    }
  }
  context.stroke();
  if (cursor === undefined) return;
  const near = nearest(points, first + cursor * (last - first));
  if (!near || near[1] === null) return;
  context.fillStyle = colour('--accent');
  context.beginPath();
  context.arc(x(near[0]), y(near[1]), 4, 0, 7);
  context.fill();
  context.fillStyle = colour('--ink');
  context.textAlign = x(near[0]) > width / 2 ? 'right' : 'left';
  context.fillText(`${near[1]} at ${new Date(near[0]).toISOString().slice(11, 19)}`, x(near[0]) + (x(near[0]) > width / 2 ? -8 : 8), 14);
}

/** The point nearest to a time. */
export function nearest(points, time) {
  return points.reduce((best, point) => (!best || Math.abs(point[0] - time) < Math.abs(best[0] - time) ? point : best), undefined);
}
