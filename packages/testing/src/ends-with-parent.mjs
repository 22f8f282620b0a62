/** Kills the process that loads it as soon as its input closes: the process of the test holds it open, and has then ended, perhaps by SIGKILL. */
process.stdin.on('end', () => process.kill(process.pid, 'SIGKILL')).resume();
// Reading would otherwise keep the process from ending by itself.
process.stdin.unref();
