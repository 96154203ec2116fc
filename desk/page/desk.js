// Lists databases, and the games of the one that is chosen.
const get = async (path) => {
    const response = await fetch('/api/1/' + path, {credentials: 'same-origin'});
    const answer = await response.json();
    if (!response.ok) throw new Error(answer.error);
    return answer;
};

const post = async (path, body) => {
    const response = await fetch('/api/1/' + path, {
        method: 'POST',
        headers: {'Content-Type': 'application/json', 'X-Grimoire': 'desk'},
        body: JSON.stringify(body),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(answer.error);
    return answer;
};

const report = (error) => { document.getElementById('fault').textContent = error ? error.message : ''; };

const line = (list, text) => {
    const item = document.createElement('li');
    item.textContent = text;
    list.append(item);
    return item;
};

const showGames = async (db) => {
    const list = document.getElementById('games');
    const answer = await get(`db/${db}/games?limit=100`);
    list.replaceChildren();
    for (const game of answer.games) {
        line(list, `${game.white ?? '?'} - ${game.black ?? '?'} ${game.result}, ${game.event ?? '?'}, ${game.date ?? '?'}`)
            .value = game.game;
    }
};

const showDatabases = async () => {
    const list = document.getElementById('databases');
    const answer = await get('dbs');
    list.replaceChildren();
    for (const one of answer.dbs) {
        const item = line(list, ''), button = document.createElement('button');
        button.textContent = one.name;
        item.append(button, one.open ? (one.writable ? '' : ' (read only)') : ' (not open)');
        button.addEventListener('click', async () => {
            try {
                report();
                await post('dbs/open', {db: one.db});
                await showGames(one.db);
            } catch (error) {
                report(error);
            }
        });
    }
};

showDatabases().catch(report);
