// Games of the page's machine against a random player: it never loses a game that is won for it, and it answers soon.
//
//   node machine.mjs [games] [least spots] [most spots]

import { certificate, checker, game } from './engine.mjs';

const [games = 500, least = 2, most = 12] = process.argv.slice(2).map(Number);
const check = await checker();
const verdicts = new Map();
async function proof(spots, misere) {
  const { name, bytes } = await certificate(spots, misere);
  if (!verdicts.has(name)) verdicts.set(name, check.bytes(bytes, 'verify'));
  const { verdict, lines, error } = verdicts.get(name);
  if (verdict !== 'verified') throw new Error(`${name}: ${error}`);
  return { bytes, wins: lines.includes(`sprouts ${spots} ${misere ? 'misere' : 'normal'} WIN`) };
}

const tally = { won: 0, lost: 0, otherWon: 0, otherLost: 0 };
const times = [];
const engine = await game();
for (let nth = 0; nth < games; nth++) {
  const spots = least + (nth % (most - least + 1));
  const misere = Math.floor(nth / (most - least + 1)) % 2 === 1;
  const { bytes, wins } = await proof(spots, misere);
  // Three of four games the machine plays the side that wins, else the other one.
  const is_winning_side = nth % 4 !== 3;
  const machine_first = wins === is_winning_side;
  let state = engine.ask({ do: 'new', spots, misere, seed: nth });
  engine.bytes(bytes, 'load');
  const believed = engine.ask({ do: 'believe' });
  if (believed.error) throw new Error(believed.error);
  while (!state.over) {
    let answer;
    if (state.first === machine_first) {
      const start = process.cpuUsage();
      answer = engine.ask({ do: 'answer', level: 'perfect' });
      const { user, system } = process.cpuUsage(start);
      times.push((user + system) / 1000);
      if (is_winning_side && answer.ground !== 'certificate') throw new Error(`game ${nth}: ${state.record[0]}: the machine left its proof`);
    } else {
      // Any curve, with any of the other boundaries on its sides.
      answer = engine.ask({ do: 'answer', level: 'easy' });
    }
    if (answer.error) throw new Error(`game ${nth}: ${answer.error}`);
    state = answer.state;
  }
  const machine_won = state.won === machine_first;
  tally[is_winning_side ? (machine_won ? 'won' : 'lost') : machine_won ? 'otherWon' : 'otherLost']++;
  if (is_winning_side && !machine_won) console.error(`lost: ${state.record[0]}`);
}
times.sort((a, b) => a - b);
const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
const at = (part) => `${times[Math.floor(part * (times.length - 1))].toFixed(0)} ms`;
console.log(`${games} games of ${least} to ${most} spots: of ${tally.won + tally.lost} won ones the machine won ${tally.won};`,
  `of ${tally.otherWon + tally.otherLost} lost ones it won ${tally.otherWon} after mistakes`);
console.log(`${times.length} answers with their pictures, in processor time: mean ${mean.toFixed(0)} ms, median ${at(0.5)},`,
  `99 in 100 within ${at(0.99)}, slowest ${at(1)}`);
process.exit(tally.lost ? 1 : 0);
