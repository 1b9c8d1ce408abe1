// Settings of the whole library, which Swift cannot call: sqlite3_config() takes varying arguments. GRDBSQLite links it.
#include <sqlite3.h>

// Has the library not count the memory that it takes: each count is made under a lock of the whole process.
static inline int mock_sqlite_count_no_memory(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }
