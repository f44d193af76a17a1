/** A process of the fault runner: it has a service of its own, and does one task after the other. */
import { perform, type Task } from './task.js';

process.on('message', (task: Task) => {
  void perform(task).then((answer) => process.send?.(answer));
});
