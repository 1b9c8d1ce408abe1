/// Which steps are due.
extension SimulationDriver {
  /// Steps taken at once at most, so that others come to the database in between.
  private static let chunk: Int64 = 200
  /// The same for steps that are told, which take longer.
  private static let heardChunk: Int64 = 25
  /// Steps that are overdue and take a while together.
  private static let many: Int64 = 50

  /// The first steps that are due and wanted, after noting the one that comes next; nil when there are none.
  func takeDue(
    _ instant: WorldClock.Instant, _ world: World, _ extent: Extent
  ) -> (Simulation, Simulation.Steps)? {
    schedules.withLock { schedules in
      for index in schedules.indices {
        // A clock at the end of its range does not get beyond it: what would be due then never is.
        while !schedules[index].isPaused, schedules[index].next <= instant.elapsed, schedules[index].next < .max {
          let simulation = schedules[index].simulation
          let isHeard = simulation.isHeard(world)
          guard isHeard || extent == .all || simulation.unheard == .leftOut else { break }
          let steps = Self.take(from: &schedules[index], instant, isHeard: isHeard)
          if steps.isHeard || simulation.unheard == .takenLater { return (simulation, steps) }
        }
      }
      return nil
    }
  }

  /// Takes steps that are due off a schedule. Steps that were due at different times of the clock's day may be far
  /// apart by now: their times follow from how the clock stands.
  private static func take(
    from schedule: inout Schedule, _ instant: WorldClock.Instant, isHeard: Bool
  ) -> Simulation.Steps {
    let interval = schedule.simulation.intervalNanoseconds
    let overdue = (instant.elapsed - schedule.next) / interval
    let skipped = max(0, overdue + 1 - schedule.simulation.backlog)
    let due = schedule.next + skipped * interval
    var count = overdue + 1 - skipped
    let following = count
    let isUnheard = !isHeard || due <= schedule.unheardUntil
    if isHeard, isUnheard { count = min(count, (schedule.unheardUntil - due) / interval + 1) }
    if !isUnheard {
      count = min(count, heardChunk)
    } else if schedule.simulation.unheard == .takenLater {
      count = min(count, chunk)
    }
    let isAfterGap = skipped > 0 || schedule.isAfterGap
    schedule.isAfterGap = false
    schedule.next = due.saturatingAdd(count.saturatingMultiply(interval))
    return Simulation.Steps(
      time: instant.now.advanced(byNanoseconds: due - instant.elapsed), intervalNanoseconds: interval,
      count: Int(clamping: count), following: Int(clamping: following - count), isAfterGap: isAfterGap,
      isHeard: !isUnheard)
  }

  /// Steps could not be taken: the next ones are to fill the gap.
  func noteGap(of name: String) {
    schedules.withLock { schedules in
      for index in schedules.indices where schedules[index].simulation.name == name {
        schedules[index].isAfterGap = true
      }
    }
  }

  /// Whether so many steps wait for somebody who asks for them that it takes a while.
  var isFarBehind: Bool {
    let now = clock.elapsedNanoseconds
    return schedules.withLock { schedules in
      schedules.contains { schedule in
        !schedule.isPaused && schedule.simulation.unheard == .takenLater && schedule.next <= now
          && (now - schedule.next) / schedule.simulation.intervalNanoseconds >= Self.many
      }
    }
  }
}
